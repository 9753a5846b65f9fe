//! A replicator beside a server: it ends with it, and one that cannot go on is begun anew.

use super::replicator::{Options, replicate};
use super::status::Status;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A replicator that was refused tries again after so long.
const PAUSE: Duration = Duration::from_secs(30);

/// A replicator in the background.
pub struct Replica {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Replica {
    /// Begins to replicate; `status` is kept up to date.
    pub fn start(options: Options, status: Arc<Status>) -> Replica {
        let (stop, mut stopped) = watch::channel(false);
        let task = tokio::spawn(async move {
            while !*stopped.borrow() {
                let run = tokio::spawn(replicate(options.clone(), Arc::clone(&status), stopped.clone()));
                match run.await {
                    Ok(Ok(())) => return,
                    Ok(Err(fault)) => tracing::error!("nothing is replicated: {fault}"),
                    Err(fault) => {
                        tracing::error!("nothing is replicated, by a fault of the program: {fault}")
                    }
                }
                status.refused();
                if let Ok(Err(_)) = tokio::time::timeout(PAUSE, stopped.wait_for(|stop| *stop)).await {
                    return;
                }
            }
        });
        Replica { stop, task }
    }

    /// Ships the last changes and ends.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}
