//! What every call of the editor shares: the site as it was built, the files, who listens.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, TryLockError};

use super::answer::Refused;
use super::change_set::{self, Found, Prepared, Unprepared, Versions};
use super::events::Events;
use super::faults::{faults, new_errors, placed, pointed};
use super::guard::{Caller, Users};
use super::journal::{self, Step, WriteError};
use super::keys::Keys;
use super::origins::Origins;
use super::outside::Outside;
use super::pages::Pages;
use super::reads;
use super::record::Record;
use super::rules;
use super::scratch::Scratch;
use super::template::Template;
use super::view::View;
use super::wire::{Change, ChangeAnswer, ChangeRequest, Changed, Conflict, Fault};
use crate::diagnostic::Diagnostic;
use crate::pipeline::trial::{self, Trial};
use crate::pipeline::{Built, Options, Session};
use crate::site::Memory;

/// How often a change is worked out again when files change in the moment before it is written.
const TRIES: usize = 5;

/// What the calls share.
pub struct Workspace {
    /// The folder of the site.
    pub root: PathBuf,
    /// The folder that it is built into.
    pub out: PathBuf,
    /// What happens to the site.
    pub events: Events,
    /// What opens the editor.
    pub keys: Keys,
    /// The pages that the server writes itself.
    pub pages: Pages,
    origins: OnceLock<Origins>,
    session: Arc<Mutex<Session>>,
    options: RwLock<Options>,
    view: RwLock<Arc<View>>,
    files: Mutex<Files>,
    users: OnceLock<Box<dyn Users>>,
    outside: OnceLock<Box<dyn Outside>>,
    record: OnceLock<Box<dyn Record>>,
    publishing: Mutex<()>,
    listing: Mutex<()>,
}

#[derive(Default)]
struct Files {
    versions: Versions,
    /// Written, and not in what was built yet.
    unbuilt: BTreeSet<String>,
}

/// What came of a request to change files.
pub enum Outcome {
    /// All of it is done, or would be.
    Done(ChangeAnswer),
    /// Somebody else has changed the same.
    Conflicts(Vec<Conflict>),
    /// The site would have errors that it has not.
    Faults(Vec<Fault>),
    /// It is not one that can be done.
    Refused(Refused),
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workspace {
    /// Opens a site for editing; what the last run did not finish is finished.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn open(
        options: &Options,
        out: &Path,
        session: Arc<Mutex<Session>>,
    ) -> Result<Workspace, WriteError> {
        let root = options.site.canonicalize();
        let root = root.map_err(|source| WriteError::Io { path: options.site.clone(), source })?;
        for path in journal::recover(&root)? {
            eprintln!(
                "{path} was changed by hand while a change of the editor was not finished; that change is kept in {}/kept",
                journal::FOLDER
            );
        }
        let keys = Keys::new().map_err(|source| WriteError::Io { path: root.clone(), source })?;
        let workspace = Workspace {
            root,
            out: out.to_path_buf(),
            events: Events::default(),
            keys,
            pages: Pages::default(),
            origins: OnceLock::new(),
            session,
            options: RwLock::new(options.clone()),
            view: RwLock::default(),
            files: Mutex::default(),
            users: OnceLock::new(),
            outside: OnceLock::new(),
            record: OnceLock::new(),
            publishing: Mutex::default(),
            listing: Mutex::default(),
        };
        Ok(workspace)
    }

    /// Says who the accounts of the site are.
    pub fn set_users(&self, users: Box<dyn Users>) {
        let _ = self.users.set(users);
    }

    /// The accounts of the site; nothing before they are known.
    #[must_use]
    pub fn users(&self) -> Option<&dyn Users> {
        self.users.get().map(|users| &**users)
    }

    /// Says where the site and the editor are.
    pub fn set_origins(&self, origins: Origins) {
        let _ = self.origins.set(origins);
    }

    /// Where they are; nothing while the server begins.
    #[must_use]
    pub fn origins(&self) -> Option<&Origins> {
        self.origins.get()
    }

    /// Says who carries questions to other services.
    pub fn set_outside(&self, outside: Box<dyn Outside>) {
        let _ = self.outside.set(outside);
    }

    /// Who carries questions to other services; nobody while the server begins.
    #[must_use]
    pub fn outside(&self) -> Option<&dyn Outside> {
        self.outside.get().map(|outside| &**outside)
    }

    /// Says where it is written down who changes what.
    pub fn set_record(&self, record: Box<dyn Record>) {
        let _ = self.record.set(record);
    }

    /// Where it is written down who changes what; nowhere while the server begins.
    #[must_use]
    pub fn record(&self) -> Option<&dyn Record> {
        self.record.get().map(|record| &**record)
    }

    /// Whether a file was written that no build has seen yet.
    #[must_use]
    pub fn is_unbuilt(&self, path: &str) -> bool {
        held(&self.files).unbuilt.contains(path)
    }

    /// The site as the last build read it.
    #[must_use]
    pub fn view(&self) -> Arc<View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How the site was built last, with the clock of then.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The site that is built again and again. Who holds it keeps builds waiting.
    pub fn session(&self) -> MutexGuard<'_, Session> {
        held(&self.session)
    }

    /// Held by the one who builds what is published: there is one folder for it.
    pub fn publishing(&self) -> MutexGuard<'_, ()> {
        held(&self.publishing)
    }

    /// Held by the one who brings in a list of products: each takes memory, so there is one at a time.
    ///
    /// # Errors
    /// When there is one.
    pub fn listing(&self) -> Result<MutexGuard<'_, ()>, Refused> {
        let status = actix_web::http::StatusCode::SERVICE_UNAVAILABLE;
        match self.listing.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(Refused::new(status, "busy", "Another list is being read. Try again in a moment."))
            }
        }
    }

    /// Files have changed, by the editor or by hand: paths as the system says them.
    pub fn changed(&self, paths: &[PathBuf]) {
        let digest = |path: &PathBuf| {
            let inside = path.strip_prefix(&self.root).ok()?;
            let digest = journal::digest_of(path).ok()?;
            Some((crate::asset::slashes(inside), digest))
        };
        let digests: BTreeMap<_, _> = paths.iter().filter(|path| !path.is_dir()).filter_map(digest).collect();
        if !digests.is_empty() {
            self.events.changed(digests);
        }
    }

    /// What was written until now is in the build that begins now.
    #[must_use]
    pub fn build_begins(&self) -> BTreeSet<String> {
        held(&self.files).unbuilt.clone()
    }

    /// A build has ended; `begun` is what [`Workspace::build_begins`] gave for it.
    pub fn built(&self, session: &Session, built: &Built, options: &Options, begun: &BTreeSet<String>) {
        let before = self.view();
        let ok = built.written.is_some();
        let number = |view: &View| view.build_id.as_ref()?.rsplit('-').next()?.parse::<u64>().ok();
        let next = number(&before).unwrap_or(0) + u64::from(ok);
        let build_id = (next > 0).then(|| format!("{}-{next}", self.keys.run()));
        let site = session.loaded().map(|loaded| loaded.site.clone());
        let view = View {
            site,
            template: Template::read(&self.root),
            redirects: super::view::redirects(&self.root),
            sections: super::saved_section::list(&self.root),
            diagnostics: built.diagnostics.clone(),
            faults: placed(&built.diagnostics, &self.root),
            small: session.loaded().map(super::view::small).unwrap_or_default(),
            build_id: build_id.clone(),
        };
        let other_faults = view.diagnostics != before.diagnostics;
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(view);
        *self.options.write().unwrap_or_else(PoisonError::into_inner) = options.clone();
        held(&self.files).unbuilt.retain(|path| !begun.contains(path));
        if other_faults {
            self.events.faults(self.view().faults.clone());
        }
        if ok {
            let ms = u64::try_from(built.timings.total().as_millis()).unwrap_or(u64::MAX);
            self.events.built(build_id, ms);
        }
    }

    /// Remembers what an editor was shown, so that its edits can be merged.
    pub fn shown(&self, found: &Found) {
        if let Some(text) = found.text() {
            held(&self.files).versions.remember(&found.digest, text);
        }
    }

    /// Works out what changes make of their files, and of the site with them; nothing is written.
    ///
    /// # Errors
    /// When one of them cannot be done.
    pub fn prepare(&self, changes: &[Change]) -> Result<Vec<Prepared>, Unprepared> {
        change_set::prepare(&self.root, &held(&self.files).versions, changes)
    }

    /// Whether the caller may make these changes, or see a page with them.
    ///
    /// # Errors
    /// When their roles do not have the tool, or nobody may from here.
    pub fn permitted(
        &self,
        caller: &Caller,
        changes: &[Change],
        prepared: &[Prepared],
    ) -> Result<(), Refused> {
        let view = self.view();
        // A page of products that is made in this request has products as one that was built.
        let made: BTreeSet<&str> = prepared.iter().filter_map(rules::made_shop).collect();
        let products = |folder: &str| made.contains(folder) || reads::has_products(&view, folder);
        changes.iter().zip(prepared).try_for_each(|(change, prepared)| {
            rules::permitted(caller, change, prepared, &products)?;
            rules::publishing_stays(prepared)?;
            rules::transition(caller, prepared)
        })
    }

    /// Changes files: all of a request, or none of it.
    pub fn change(&self, caller: &Caller, request: &ChangeRequest) -> Outcome {
        for _ in 0..TRIES {
            // Held until it is written: nobody else writes meanwhile. The session comes first, as in a build.
            let session = self.session();
            let mut files = held(&self.files);
            let prepared = match change_set::prepare(&self.root, &files.versions, &request.changes) {
                Ok(prepared) => prepared,
                Err(Unprepared::Refused(why)) => return Outcome::Refused(why),
                Err(Unprepared::Conflicts(conflicts)) => return Outcome::Conflicts(conflicts),
            };
            if let Err(why) = self.permitted(caller, &request.changes, &prepared) {
                return Outcome::Refused(why);
            }
            let twice: Vec<Fault> = prepared.iter().flat_map(rules::twice).collect();
            if !twice.is_empty() {
                return Outcome::Faults(twice);
            }
            let steps: Vec<&Step> = prepared.iter().flat_map(|prepared| &prepared.steps).collect();
            let found = match self.tried(&session, &steps, &files.unbuilt, |_, found| found) {
                Ok(found) => found,
                Err(error) => return Outcome::Refused(Refused::machine(&self.root, &error)),
            };
            let before = self.view();
            let fresh = new_errors(&before.diagnostics, found.clone());
            if !fresh.is_empty() && !steps.is_empty() {
                return Outcome::Faults(with_pointers(&fresh, &steps));
            }
            let answer = ChangeAnswer {
                diagnostics: with_pointers(&found, &steps),
                files: prepared.iter().map(|prepared| prepared.changed.clone()).collect(),
            };
            let steps: Vec<Step> = steps.into_iter().cloned().collect();
            if request.dry_run || steps.is_empty() {
                return Outcome::Done(answer);
            }
            match journal::write(&self.root, &steps) {
                Ok(()) => {
                    written(&mut files, &steps, &answer.files);
                    return Outcome::Done(answer);
                }
                Err(WriteError::Changed(_)) => {}
                Err(WriteError::Io { path, source }) => {
                    return Outcome::Refused(Refused::machine(&path, &source));
                }
            }
        }
        Outcome::Refused(Refused::new(
            actix_web::http::StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "These files are changing all the time. Try again.",
        ))
    }

    /// Looks at the site as it would be with files that are not written, and at all that would be wrong with it. That site
    /// and its memory go when this has been done.
    ///
    /// # Errors
    /// When the machine refuses.
    fn tried<T>(
        &self,
        session: &Session,
        steps: &[&Step],
        unbuilt: &BTreeSet<String>,
        look: impl FnOnce(Option<&Trial<'_>>, Vec<Diagnostic>) -> T,
    ) -> std::io::Result<T> {
        let options = Options { beyond_limits: false, ..self.options() };
        let is_item = |path: &str| {
            super::place::Place::parse(path)
                .is_ok_and(|place| place.kind() == super::wire::FileKind::Item && !place.is_in_bin())
        };
        let waiting: Vec<Step> = unbuilt
            .iter()
            .filter(|path| steps.iter().all(|step| step.path != **path))
            .map(|path| Step {
                path: path.clone(),
                before: None,
                after: crate::folder::read(self.root.join(path)).ok(),
            })
            .collect();
        let all: Vec<&Step> = waiting.iter().chain(steps.iter().copied()).collect();
        if let Some(loaded) = session.loaded().filter(|_| all.iter().all(|step| is_item(&step.path))) {
            let scratch = Scratch::of_steps(&self.root, &all)?;
            let files: Vec<PathBuf> = all.iter().map(|step| PathBuf::from(&step.path)).collect();
            let memory = Memory::new(scratch.path());
            if let Some((trial, found)) = trial::items(loaded, &options, &memory, &files) {
                return Ok(look(Some(&trial), found));
            }
        }
        let scratch = Scratch::of_site(&self.root, steps)?;
        // What was worked out before is not worked out again.
        let cache_of = Some(self.root.clone());
        let options = Options { site: scratch.path().to_path_buf(), cache_of, ..options };
        let (trial, found) = trial::whole(&options);
        Ok(look(trial.as_ref(), found))
    }

    /// Looks at the site with files that are not written.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn with_trial<T>(
        &self,
        steps: &[&Step],
        look: impl FnOnce(&Session, Option<&Trial<'_>>) -> T,
    ) -> std::io::Result<T> {
        let session = self.session();
        if steps.is_empty() {
            return Ok(look(&session, None));
        }
        let unbuilt = held(&self.files).unbuilt.clone();
        self.tried(&session, steps, &unbuilt, |trial, _| look(&session, trial))
    }

    /// Looks at the site with what is written and not built yet; `None` where every file has been built.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn with_unbuilt<T>(
        &self,
        look: impl FnOnce(&Session, Option<&Trial<'_>>) -> T,
    ) -> std::io::Result<Option<T>> {
        let session = self.session();
        let unbuilt = held(&self.files).unbuilt.clone();
        if unbuilt.is_empty() {
            return Ok(None);
        }
        self.tried(&session, &[], &unbuilt, |trial, _| look(&session, trial)).map(Some)
    }

    /// Writes files whose content is no concern of the site's model.
    ///
    /// # Errors
    /// As [`journal::write`].
    pub fn put(&self, steps: &[Step]) -> Result<(), WriteError> {
        let _files = held(&self.files);
        journal::write(&self.root, steps)
    }
}

fn written(files: &mut Files, steps: &[Step], changed: &[Changed]) {
    for step in steps {
        files.unbuilt.insert(step.path.clone());
    }
    for (step, digest) in steps.iter().filter_map(|step| {
        let changed = changed.iter().find(|changed| changed.path == step.path)?;
        Some((step, changed.digest.as_ref()?))
    }) {
        if let Some(text) = step.after.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok()) {
            files.versions.remember(digest, text);
        }
    }
}

/// Faults for the wire; those of files that would be written with the values they are about.
fn with_pointers(found: &[Diagnostic], steps: &[&Step]) -> Vec<Fault> {
    let mut found = faults(found);
    for step in steps {
        if let Some(text) = step.after.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok()) {
            pointed(&mut found, &step.path, text);
        }
    }
    found
}
