//! An S3-compatible store: a real server of that protocol, which keeps a bucket as a folder, and can be away.

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use std::path::PathBuf;
use tokio::sync::watch;

/// What a program reads from the environment.
pub const CREDENTIALS: [(&str, &str); 3] =
    [("AWS_ACCESS_KEY_ID", "key"), ("AWS_SECRET_ACCESS_KEY", "secret"), ("AWS_REGION", "us-east-1")];

/// How the store is at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It answers.
    There,
    /// It breaks every connection.
    Refuses,
    /// It takes connections and says nothing.
    Hangs,
}

/// A running store with the bucket `shop`.
pub struct S3 {
    folder: tempfile::TempDir,
    /// Where it listens.
    pub endpoint: String,
    mood: watch::Sender<Mood>,
}

impl S3 {
    /// Starts one, within the runtime of the test.
    pub async fn start() -> S3 {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("shop")).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("key", "secret"));
        let service = builder.build();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let (mood, moods) = watch::channel(Mood::There);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (service, mut moods) = (service.clone(), moods.clone());
                tokio::spawn(async move {
                    let now = *moods.borrow_and_update();
                    match now {
                        Mood::Refuses => {}
                        Mood::Hangs => {
                            let _ = moods.changed().await;
                            drop(socket);
                        }
                        Mood::There => {
                            let mut builder = Builder::new(TokioExecutor::new());
                            builder.http1().half_close(true);
                            let serving = builder.serve_connection(TokioIo::new(socket), service);
                            // What is on its way when the mood changes breaks off, wherever it is.
                            tokio::select! {
                                _ = serving => {}
                                _ = moods.changed() => {}
                            }
                        }
                    }
                });
            }
        });
        S3 { folder, endpoint, mood }
    }

    /// How it is from now on.
    pub fn set(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// A folder in the bucket, as a setting names it.
    pub fn place(&self, folder: &str) -> String {
        format!("s3://shop/{folder}?endpoint={}", self.endpoint)
    }

    /// The bucket as a folder.
    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join("shop")
    }
}
