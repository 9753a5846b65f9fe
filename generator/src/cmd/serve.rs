//! `loggia serve`: watch a site and show it on a port, with the api of its shop in the same process.

mod opening;
mod outside;
mod record;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::{HttpRequest, web};
use anyhow::Context;
use futures_util::future::LocalBoxFuture;
use loggia_api::config::{AccountSettings, CommerceSettings, TrackingSettings, WebPushSettings};
use loggia_api::extract::editor_auth::{Admitted, EditorAuth};
use loggia_api::extract::shopper;
use loggia_api::guard::apart::Jar;
use loggia_api::repository::site_user;
use loggia_api::{Handle, Settings, StartError};
use serde_json::json;

use self::opening::{Opening, browse};
use self::outside::Carrier;
use self::record::Chain;
use super::reporter::Reporter;
use super::setup::options;
use crate::cli::{Exit, ServeArgs};
use crate::clock;
use crate::editing::origins::{Listener, Origins};
use crate::editing::{self, Known, Users, Workspace};
use crate::manifest::{MOVED, REDIRECTS, data_file};
use crate::output::OutputError;
use crate::pipeline::{Built, Options, Progress, Session, Silent, on_own_threads};
use crate::preview::{Live, Preview, mount};
use crate::report;
use crate::style;
use crate::watch::Watcher;
use crate::widgets::Widgets;

/// How often the watching thread looks whether the program is ending.
const LOOK: Duration = Duration::from_millis(200);

/// A site that is served.
struct Begun {
    reporter: Reporter,
    options: Options,
    out: PathBuf,
    /// Holds the folder that is built into, unless another one is named.
    own: Option<tempfile::TempDir>,
    watcher: Watcher,
    live: Live,
    workspace: Arc<Workspace>,
    runtime: tokio::runtime::Runtime,
    handle: Arc<Handle>,
    signals: EndSignals,
}

/// Serves until the program is ended.
pub fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    // How many threads there are is said here, for all that follow.
    let options = Options { beyond_limits: true, ..options(&args.site) };
    // What only the start needs goes with its threads.
    let begun = on_own_threads(|| begin(args, options))?;
    serve_on(begun, args.site.now)
}

/// Builds the site for the first time, and serves it.
fn begin(args: &ServeArgs, options: Options) -> anyhow::Result<Begun> {
    let reporter = Reporter::new(&args.reporter);
    // Goes when the program ends, but not when it is killed: none is made where another folder is named.
    let (own, out) = match &args.out {
        Some(out) => (None, out.clone()),
        None => {
            let own = tempfile::Builder::new().prefix("loggia-serve-").tempdir();
            let own = own.context("no folder to build into")?;
            let out = own.path().join("output");
            (Some(own), out)
        }
    };
    let watcher = Watcher::new(&args.site.site, &out).context("the site cannot be watched")?;
    let live = Live::beginning(u64::try_from(clock::now()).unwrap_or_default());
    let session = Arc::new(Mutex::new(Session::new(&out)));
    // Accounts, emails and the shop's secret are written there, whatever else is wrong with the site.
    if let Some(fault) = crate::site::links::within_own(&args.site.site).first() {
        anyhow::bail!("{}", fault.message);
    }
    let workspace = Workspace::open(&options, &out, session.clone()).context("the site cannot be edited")?;
    let workspace = Arc::new(workspace);
    let built = build(&workspace, &options, &[], &reporter).context("the site was not built")?;
    reporter.built(&built, "built");
    tell(&live, &built, false);

    let runtime = tokio::runtime::Runtime::new().context("the server cannot start")?;
    let signals =
        runtime.block_on(async { EndSignals::heard() }).context("the system's signals cannot be heard")?;
    let preview = Preview {
        output: out.clone(),
        moved: data_file(&out, MOVED),
        redirects: data_file(&out, REDIRECTS),
        live: live.clone(),
    };
    let settings = settings(args, &out)?;
    unseen(&settings.data_folder).context("nothing can be kept beside the site")?;
    let shared = workspace.clone();
    let beside: loggia_api::Mount = Arc::new(move |config| {
        editing::mount_on_site(config, shared.clone());
        mount(config, preview.clone());
    });
    let started = runtime.block_on(loggia_api::serve(settings, beside));
    let mut handle = match started {
        Err(StartError::Bind { address, cause }) => {
            let help = "choose another port with --port, or any free one with --port 0";
            return Err(cause).with_context(|| format!("cannot listen on {address}; {help}"));
        }
        other => other.context("the server cannot start")?,
    };
    let editor = runtime.block_on(async { serve_editor(&mut handle, args, &workspace) })?;
    let handle = Arc::new(handle);
    let shop = handle.context();
    workspace
        .set_record(Box::new(Chain { shop: handle.shared_context(), runtime: runtime.handle().clone() }));
    // From now on somebody is let in: what they do has a place to be written down.
    workspace.set_users(Box::new(Accounts::of(&handle)));
    workspace
        .set_outside(Box::new(Carrier { connectors: shop.connectors.clone(), clock: shop.clock.clone() }));
    runtime.block_on(keep_maps(&handle, args.site.widgets.as_deref()));
    let address = format!("http://{}", handle.address());
    let opening =
        Opening { workspace: workspace.clone(), address: editor, reporter: Reporter::new(&args.reporter) };
    let open = opening.once();
    reporter.json(&json!({"serving": address, "editor": opening.address, "open": open}));
    // What its owner does next comes first.
    reporter.say(&format!("edit it at {open}"));
    reporter
        .say("         (works once and on this machine; press Enter for another; with accounts: sign in)");
    reporter.say(&format!("serving {address}  (end with Ctrl-C)"));
    if args.open && !browse(&open) {
        reporter.say("no browser could be opened; open the first address yourself");
    }
    opening.again_on_enter();
    Ok(Begun { reporter, options, out, own, watcher, live, workspace, runtime, handle, signals })
}

/// Builds again whatever changes, until the program is asked to end.
fn serve_on(begun: Begun, now: Option<i64>) -> anyhow::Result<Exit> {
    let Begun { reporter, options, out, own, watcher, live, workspace, runtime, handle, signals } = begun;
    let ending = Arc::new(AtomicBool::new(false));
    let watching = {
        let (handle, live, ending, runtime) =
            (handle.clone(), live.clone(), ending.clone(), runtime.handle().clone());
        let workspace = workspace.clone();
        std::thread::spawn(move || {
            while !ending.load(Ordering::Relaxed) {
                let Some(changed) = watcher.next(LOOK) else { continue };
                let styles = changed
                    .iter()
                    .all(|path| path.parent().is_some_and(|folder| folder.ends_with(style::FOLDER)));
                let options = Options { now: now.unwrap_or_else(clock::now), ..options.clone() };
                on_own_threads(|| {
                    workspace.changed(&changed);
                    match build(&workspace, &options, &changed, &Silent) {
                        Ok(built) => {
                            runtime.block_on(give_catalog(&handle, &out));
                            tell(&live, &built, styles);
                            reporter.built(&built, "built again");
                        }
                        Err(error) => fail(&live, &error),
                    }
                });
            }
        })
    };
    runtime.block_on(signals.come());
    ending.store(true, Ordering::Relaxed);
    live.end();
    workspace.events.end();
    // A panic of the watching thread has been printed already; the server still stops in order.
    let _ = watching.join();
    if let Some(handle) = Arc::into_inner(handle) {
        runtime.block_on(handle.stop());
    }
    drop(own);
    Ok(Exit::Ok)
}

/// Serves the editor beside the site, where no script of the site is at home; its address.
fn serve_editor(handle: &mut Handle, args: &ServeArgs, workspace: &Arc<Workspace>) -> anyhow::Result<String> {
    let site = handle.address();
    let (shared, door) = (workspace.clone(), Arc::new(EditorDoor(workspace.clone())));
    let mount: loggia_api::Mount = Arc::new(move |config| {
        let door: Arc<dyn EditorAuth> = door.clone();
        config.app_data(web::Data::from(door));
        editing::mount(config, shared.clone());
    });
    let at = |port: u16| SocketAddr::new(site.ip(), port);
    let bound = match args.editor_port {
        Some(port) => handle.serve_apart(at(port), mount),
        None => match site.port().checked_add(1).filter(|_| args.port != 0) {
            Some(next) => {
                handle.serve_apart(at(next), mount.clone()).or_else(|_| handle.serve_apart(at(0), mount))
            }
            None => handle.serve_apart(at(0), mount),
        },
    };
    let address = match bound {
        Err(StartError::Bind { address, cause }) => {
            let help = "choose another port with --editor-port, or any free one with --editor-port 0";
            return Err(cause).with_context(|| format!("the editor cannot listen on {address}; {help}"));
        }
        other => other.context("the editor cannot start")?,
    };
    workspace.set_origins(Origins {
        site: Listener { port: site.port(), url: args.site_url.clone() },
        editor: Listener { port: address.port(), url: args.editor_url.clone() },
        cookies: Jar::of_port(address.port()).name(""),
    });
    Ok(args.editor_url.clone().unwrap_or_else(|| format!("http://{address}")))
}

/// Builds what changed, and lets the editor know.
fn build(
    workspace: &Workspace,
    options: &Options,
    changed: &[PathBuf],
    progress: &dyn Progress,
) -> Result<Built, OutputError> {
    let begun = workspace.build_begins();
    let mut session = workspace.session();
    let built = session.build(options, changed, progress)?;
    workspace.built(&session, &built, options, &begun);
    Ok(built)
}

/// The accounts that the api keeps: anyone who has a role works on the site.
struct Accounts {
    shop: web::Data<loggia_api::context::Context>,
    /// Whether anybody has one, and when that was looked up last.
    any: Mutex<Option<(Instant, bool)>>,
}

/// So long it is taken for granted whether there are users.
const FRESH: Duration = Duration::from_secs(2);

impl Accounts {
    fn of(handle: &Handle) -> Accounts {
        Accounts { shop: handle.shared_context(), any: Mutex::default() }
    }

    async fn known(&self, session: Option<String>) -> Result<Known, loggia_api::error::ApiError> {
        let looked_up = *self.any.lock().unwrap_or_else(PoisonError::into_inner);
        let any = match looked_up.filter(|(when, _)| when.elapsed() < FRESH) {
            Some((_, any)) => any,
            None => {
                let accounts =
                    self.shop.db.read(async |connection| site_user::list(connection).await).await?;
                let any = accounts.iter().any(|(_, roles)| !codes(roles).is_empty());
                *self.any.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), any));
                any
            }
        };
        if !any {
            return Ok(Known::NoUsers);
        }
        let Some(session) = session else { return Ok(Known::Stranger) };
        // The shop says whether a session holds, so that one that is over there is over here.
        let found = shopper::by_token(&self.shop, &session).await?;
        Ok(found.map_or(Known::Stranger, |found| Known::User(codes(&found.roles))))
    }
}

impl Users for Accounts {
    fn who(&self, session: Option<String>) -> LocalBoxFuture<'_, Known> {
        // When the accounts cannot be read nobody is let in.
        Box::pin(async move { self.known(session).await.unwrap_or(Known::Stranger) })
    }
}

/// Anyone who works in the editor works in the shop as well: its page has no token of a log-in, but one of its own.
struct EditorDoor(Arc<Workspace>);

impl EditorAuth for EditorDoor {
    fn admits<'a>(&'a self, request: &'a HttpRequest) -> LocalBoxFuture<'a, Option<Admitted>> {
        Box::pin(async move {
            let session = request.cookie(editing::guard::SESSION).map(|cookie| cookie.value().to_owned());
            let known = self.0.users()?.who(session).await;
            let alone = known == Known::NoUsers;
            editing::guard::admitted_in_shop(request, &self.0.keys, known)?;
            Some(if alone { Admitted::Alone } else { Admitted::SignedIn })
        })
    }
}

/// Role codes as accounts keep them.
fn codes(roles: &str) -> Vec<u8> {
    serde_json::from_str(roles).unwrap_or_default()
}

/// Ctrl-C, or the system that ends the program. Both are heard from the moment this is made: the servers hear them as well
/// and end, so what is only listened for after they stand could be missed for ever.
struct EndSignals {
    #[cfg(unix)]
    streams: [tokio::signal::unix::Signal; 2],
    #[cfg(not(unix))]
    interrupt: tokio::signal::windows::CtrlC,
}

impl EndSignals {
    /// Within a runtime.
    fn heard() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self { streams: [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?] })
        }
        #[cfg(not(unix))]
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// Waits for one of them.
    async fn come(mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut self.streams;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        #[cfg(not(unix))]
        self.interrupt.recv().await;
    }
}

/// The settings of the api: on the same port, with its database beside the site.
fn settings(args: &ServeArgs, out: &Path) -> anyhow::Result<Settings> {
    let address = format!("{}:{}", args.host, args.port);
    let catalog = data_file(out, "_data/catalog.json");
    Ok(Settings {
        bind: address
            .parse()
            .with_context(|| format!("'{address}' is not an address; write --host 127.0.0.1"))?,
        database_url: args.database.as_deref().map(database),
        data_folder: crate::folder::own(&args.site.site, "")
            .context("nothing can be kept beside the site")?,
        // A database elsewhere has its emails beside it.
        mail_folder: args.database.as_deref().map(|file| file.with_extension("mail")),
        catalog: catalog.exists().then_some(catalog),
        workers: Some(2),
        allow_hosts: std::env::var(loggia_net::SETTING).ok(),
        accounts: AccountSettings::of_environment().context("the environment")?,
        public_url: std::env::var("LOGGIA_PUBLIC_URL").ok().filter(|url| !url.is_empty()),
        site_address: args.site_url.clone(),
        commerce: CommerceSettings::of_systems(),
        web_push: WebPushSettings::of_environment(),
        // A host other than this machine is named on purpose.
        allow_dev_beyond_localhost: true,
        tracking: TrackingSettings {
            report_token: std::env::var(super::setup::REPORT_TOKEN).ok().filter(|token| !token.is_empty()),
            ..TrackingSettings::default()
        },
        ..Settings::default()
    })
}

/// What is kept beside a site, the shop's secret with it, is seen by no git, whatever the site's own `.gitignore` says.
fn unseen(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let ignore = folder.join(".gitignore");
    if ignore.symlink_metadata().is_ok() { Ok(()) } else { std::fs::write(ignore, "*\n") }
}

fn database(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Gives the api the catalogue of a new build.
async fn give_catalog(handle: &Handle, out: &Path) {
    let file = data_file(out, "_data/catalog.json");
    if !file.exists() {
        return;
    }
    let imported = match loggia_api::published::read(&file) {
        Ok(catalog) => {
            if let Err(error) = handle.keep_files(&catalog, &data_file(out, "_data/files")).await {
                eprintln!("the shop has not all the files that are sold: {error}");
            }
            handle.import_catalog(&catalog).await.map(drop)
        }
        Err(error) => Err(error),
    };
    if let Err(error) = imported {
        eprintln!("the shop keeps the catalogue it had: {error}");
    }
}

/// Gives the api the way back from the widgets' scripts to what was written.
async fn keep_maps(handle: &Handle, folder: Option<&Path>) {
    let Some(widgets) = Widgets::load(folder).ok().flatten() else { return };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let maps = widgets.maps.into_iter().map(|map| (map.file, text(&map.script), text(&map.map))).collect();
    if let Err(error) = handle.keep_source_maps("serve", maps).await {
        eprintln!("errors of pages show minified scripts: {error}");
    }
}

/// Tells open pages what a build changed, or that it failed. After a change of style sheets alone every page has another
/// name of its sheet in it, and still none needs to be loaded again: the sheet is put in place.
fn tell(live: &Live, built: &Built, styles: bool) {
    let Some((manifest, written)) = &built.written else {
        let errors: Vec<_> = built.diagnostics.iter().filter(|fault| fault.is_error()).cloned().collect();
        return live.update(|state| state.faults = Some(report::text(&errors)));
    };
    let is_sheet = |path: &&String| path.starts_with("assets/site.") && path.ends_with(".css");
    let sheets = manifest.files.keys().filter(is_sheet).map(|path| format!("/{path}")).collect();
    let changed = !written.written.is_empty() || !written.removed.is_empty();
    live.update(|state| {
        state.faults = None;
        state.pages += u64::from(changed && !styles);
        state.sheets = sheets;
    });
}

fn fail(live: &Live, error: &OutputError) {
    eprintln!("error: {error}");
    live.update(|state| state.faults = Some(error.to_string()));
}
