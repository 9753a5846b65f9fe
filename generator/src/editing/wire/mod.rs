//! What the editor and its server say to each other. Times are milliseconds since 1970 (UTC), sizes are bytes, a `path` is
//! that of a file below the site folder with `/` between its parts, a `pointer` is one of RFC 6901.

pub mod bin;
pub mod change;
pub mod fault;
pub mod home;
pub mod list;
pub mod list_fault;
pub mod live;
pub mod offer;
pub mod outside;
pub mod product_list;
pub mod products;
pub mod publish;
pub mod site;
pub mod upload;
pub mod versions;

pub use bin::{Bin, BinEntry, BinRequest, RestoreRequest};
pub use change::{
    Change, ChangeAnswer, ChangeRequest, Changed, Conflict, ConflictAnswer, Edit, FileAnswer, FileKind,
    Operation,
};
pub use fault::{Fault, FaultAnswer, FaultSeverity, Refusal};
pub use list::{CollectionPage, ItemSummary, Status};
pub use live::{Event, EventKind, RenderAnswer, RenderRequest};
pub use publish::{PublishLine, PublishPlan, PublishRequest, PublishedPage};
pub use site::{SiteAnswer, Tool};
pub use upload::{RenameRequest, Upload, UploadPage};
pub use versions::{LiveAgain, PublishedVersion, VersionRequest, Versions};
