//! Work on threads of its own.

/// Does work on threads that end with it, as many as there would be else. An allocator keeps for a thread what it freed last, and
/// what others freed of it: of threads that wait for the next build of a site, that adds up to a part of the site that
/// nobody uses. What belongs to a thread that has ended is everybody's.
pub fn on_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build() {
        Ok(pool) => pool.install(work),
        // A machine that has no thread left still has this one.
        Err(_) => work(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use super::*;

    /// Says so when its thread ends.
    struct Ends(Sender<()>);

    impl Drop for Ends {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }

    std::thread_local!(static ENDS: RefCell<Option<Ends>> = const { RefCell::new(None) });

    /// S-750: what an allocator keeps for a thread goes with the thread, and each of them goes.
    #[test]
    fn s_750_every_thread_that_worked_ends_with_the_work() {
        let (sender, ended) = channel();
        let own = std::thread::current().id();
        let (given, threads) = on_own_threads(|| {
            let threads: Vec<_> = rayon::broadcast(|_| {
                ENDS.with(|ends| *ends.borrow_mut() = Some(Ends(sender.clone())));
                std::thread::current().id()
            });
            (rayon::current_thread_index().is_some(), threads)
        });
        assert!(given, "the work itself is done there");
        assert!(!threads.contains(&own));
        let different: BTreeSet<String> = threads.iter().map(|id| format!("{id:?}")).collect();
        assert_eq!(different.len(), rayon::current_num_threads());
        for _ in &threads {
            ended.recv_timeout(Duration::from_secs(60)).unwrap();
        }
    }

    #[test]
    fn what_is_begun_inside_is_done_by_the_same_threads() {
        let outside = rayon::broadcast(|_| std::thread::current().id());
        let inside = on_own_threads(|| rayon::broadcast(|_| std::thread::current().id()));
        assert!(inside.iter().all(|id| !outside.contains(id)));
    }
}
