//! The input and the checked property of the arguments.

mod arguments;
mod check_up;
mod cores;
#[cfg(feature = "remote")]
mod farm;
mod first_run;
mod neighbours;
mod prepared;
mod protected;
mod sandbox_choice;
mod trial_settings;
mod workers;

pub use self::check_up::Checked;
pub use self::cores::physical_cores;
#[cfg(feature = "remote")]
pub use self::farm::{farm, figures_of};
pub use self::prepared::{Setup, Source};
pub use self::workers::{start_workers, worker_lines};
