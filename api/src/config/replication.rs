//! Where the SQLite file is shipped to while it is in use.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The settings of replication.
#[derive(Clone, Debug, clap::Args)]
pub struct ReplicationSettings {
    /// Where the SQLite file is replicated to within a second of each change: `s3://bucket/folder` (with
    /// `?endpoint=https://…&region=…` for a store that is not Amazon's; its keys are AWS_ACCESS_KEY_ID and
    /// AWS_SECRET_ACCESS_KEY) or `dir:/path`. Without it nowhere.
    #[arg(id = "replicate", long = "replicate", env = "LOGGIA_REPLICATE", value_name = "PLACE")]
    pub to: Option<String>,
    /// Hours back to which a replicated database can be restored.
    #[arg(long = "replicate-hours", env = "LOGGIA_REPLICATE_HOURS", default_value_t = Self::default().hours)]
    pub hours: u32,
    /// Megabytes that the log of changes may take on the disk while the place does not answer; beyond that it is given up, and
    /// replication begins anew with a whole copy.
    #[arg(long = "replicate-log-megabytes", env = "LOGGIA_REPLICATE_LOG_MEGABYTES", default_value_t = Self::default().log_megabytes)]
    pub log_megabytes: u64,
}

impl Default for ReplicationSettings {
    fn default() -> Self {
        ReplicationSettings { to: None, hours: 72, log_megabytes: 512 }
    }
}

impl ReplicationSettings {
    /// The place, when one is set.
    ///
    /// # Errors
    /// When it is none.
    pub fn place(&self) -> Result<Option<Place>, PlaceError> {
        self.to.as_deref().filter(|to| !to.trim().is_empty()).map(str::parse).transpose()
    }

    /// How far back a restore reaches.
    pub fn kept(&self) -> Duration {
        Duration::from_secs(u64::from(self.hours.max(1)) * 3600)
    }
}

/// Where copies lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A bucket of an S3-compatible store.
    Bucket {
        /// Its name.
        bucket: String,
        /// A folder in it, without slashes at its ends; empty for all of it.
        folder: String,
        /// The address of a store that is not Amazon's.
        endpoint: Option<String>,
        /// The region; that of the environment when not given.
        region: Option<String>,
    },
    /// A folder, best on another disk.
    Folder(PathBuf),
}

/// A place that is none.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is no place for a replica: write s3://bucket/folder, s3://bucket/folder?endpoint=https://s3.example or dir:/path"
)]
pub struct PlaceError(String);

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let text = text.trim();
        let fault = || PlaceError(text.to_owned());
        if let Some(path) = text.strip_prefix("dir:") {
            let path = path.strip_prefix("//").filter(|path| path.starts_with('/')).unwrap_or(path);
            return if path.is_empty() { Err(fault()) } else { Ok(Place::Folder(path.into())) };
        }
        let url = url::Url::parse(text).map_err(|_| fault())?;
        let bucket = url.host_str().unwrap_or_default().to_owned();
        let is_plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
        if url.scheme() != "s3" || bucket.is_empty() || !is_plain || url.fragment().is_some() {
            return Err(fault());
        }
        let folder = percent_encoding::percent_decode_str(url.path().trim_matches('/'));
        let folder = folder.decode_utf8().map_err(|_| fault())?.into_owned();
        let (mut endpoint, mut region) = (None, None);
        for (name, value) in url.query_pairs() {
            match &*name {
                "endpoint" if value.starts_with("http://") || value.starts_with("https://") => {
                    endpoint = Some(value.into_owned());
                }
                "region" if !value.is_empty() => region = Some(value.into_owned()),
                _ => return Err(fault()),
            }
        }
        Ok(Place::Bucket { bucket, folder, endpoint, region })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Bucket { bucket, folder, .. } if folder.is_empty() => write!(to, "s3://{bucket}"),
            Place::Bucket { bucket, folder, .. } => write!(to, "s3://{bucket}/{folder}"),
            Place::Folder(path) => write!(to, "dir:{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(folder: &str, endpoint: Option<&str>, region: Option<&str>) -> Place {
        Place::Bucket {
            bucket: "shop".into(),
            folder: folder.into(),
            endpoint: endpoint.map(Into::into),
            region: region.map(Into::into),
        }
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        let read = |text: &str| text.parse::<Place>();
        assert_eq!(read("s3://shop").unwrap(), bucket("", None, None));
        assert_eq!(read("s3://shop/a/b%20c/").unwrap(), bucket("a/b c", None, None));
        let own = read("s3://shop/a?endpoint=http://127.0.0.1:9000&region=eu").unwrap();
        assert_eq!(own, bucket("a", Some("http://127.0.0.1:9000"), Some("eu")));
        assert_eq!(own.to_string(), "s3://shop/a");
        assert_eq!(read("dir:/copies/shop").unwrap(), Place::Folder("/copies/shop".into()));
        assert_eq!(read("dir:///copies").unwrap(), Place::Folder("/copies".into()));
        for wrong in [
            "",
            "dir:",
            "shop",
            "s3://",
            "https://shop",
            "s3://k:s@shop/a",
            "s3://shop?endpoint=x",
            "s3://shop?x=y",
        ] {
            assert!(read(wrong).unwrap_err().to_string().contains("dir:/path"), "{wrong}");
        }
    }
}
