//! A system that refuses what Linux usually grants.

use std::io;

/// Runs a claim in a thread for which, and for whose processes, `prctl` refuses to make a process
/// the parent of orphans: as `qemu-user` does, and sandboxes that know few system calls.
///
/// # Panics
/// If the claim does, or the kernel has no filters.
pub fn without_subreaper(claim: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let refused = scope.spawn(|| {
            refuse_subreaper().expect("the kernel filters system calls");
            claim();
        });
        if let Err(panic) = refused.join() {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Has the kernel refuse `PR_SET_CHILD_SUBREAPER` and `PR_GET_CHILD_SUBREAPER` from now on.
fn refuse_subreaper() -> io::Result<()> {
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    // The low half of the first argument, behind two numbers and an address.
    const FIRST_ARGUMENT: u32 = if cfg!(target_endian = "little") { 16 } else { 20 };
    let prctl = u32::try_from(libc::SYS_prctl).unwrap_or(u32::MAX);
    let step = |code: u32, k: u32, jt, jf| libc::sock_filter { code: code as u16, jt, jf, k };
    let filter = [
        step(LOAD, 0, 0, 0),
        step(EQUAL, prctl, 0, 3),
        step(LOAD, FIRST_ARGUMENT, 0, 0),
        step(EQUAL, libc::PR_SET_CHILD_SUBREAPER.unsigned_abs(), 2, 0),
        step(EQUAL, libc::PR_GET_CHILD_SUBREAPER.unsigned_abs(), 1, 0),
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
        step(RETURN, libc::SECCOMP_RET_ERRNO | libc::EINVAL.unsigned_abs(), 0, 0),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    // SAFETY: the first call takes numbers only; the program of the second is a live structure, and
    // the kernel copies the instructions that it points to.
    let is_set = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    };
    if is_set { Ok(()) } else { Err(io::Error::last_os_error()) }
}
