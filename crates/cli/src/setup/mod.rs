//! From the arguments to an input and a property.

mod asking;
mod beside;
mod check_up;
mod compared;
mod cores;
mod crew;
#[cfg(feature = "remote")]
mod farm;
mod ground;
mod neighbours;
mod prepared;
mod protected;

pub use self::check_up::Checked;
pub use self::cores::physical_cores;
pub use self::crew::{crew, described};
#[cfg(feature = "remote")]
pub use self::farm::{farm, figures_of};
pub use self::prepared::{Setup, Source};
