//! From settings to a server that listens, and a handle to it.

use crate::clock::Clock;
use crate::config::{Settings, SettingsError};
use crate::context::{self, Context};
use crate::error::ApiError;
use crate::files::{self, FileStore, Folder, NotKept};
use crate::links::Links;
use crate::metrics::Metrics;
use crate::published::{self, ImportError, Imported, Publications};
use crate::rates::Rates;
use crate::replicate::{Options, Replica, Status};
use crate::repository::backup::sqlite_file;
use crate::repository::visits::fault::{self, SourceMap};
use crate::repository::{Db, OpenError};
use crate::routes::documents::Document;
use crate::telemetry::Calls;
use crate::tracking::Tracking;
use crate::work::Worker;
use crate::{guard, openapi, owner, plain, report_pages, routes};
use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};
use loggia_commerce::Catalog;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tracing_actix_web::TracingLogger;

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The settings are not accepted.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The store did not open.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The catalogue was not taken over.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// What speaks to the outside could not be made.
    #[error("{}", loggia_net::client_fault(.0.as_ref()))]
    Outside(Box<dyn std::error::Error + Send + Sync>),
    /// The address cannot be listened on.
    #[error("{address}: {cause}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system answered.
        cause: std::io::Error,
    },
}

/// What is served beside the API. One type for every caller: a generic server would be compiled anew for each of them, and for
/// each test.
pub type Mount = Arc<dyn Fn(&mut web::ServiceConfig) + Send + Sync>;

/// A running server.
pub struct Handle {
    address: SocketAddr,
    server: ServerHandle,
    running: JoinHandle<std::io::Result<()>>,
    metrics_server: Option<(SocketAddr, ServerHandle)>,
    apart: Vec<ServerHandle>,
    context: web::Data<Context>,
    worker: Option<Worker>,
    replica: Option<Replica>,
}

impl Handle {
    /// Where it listens; with port 0 in the settings, the port it got.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where `/metrics` listens, if it has an address of its own.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_server.as_ref().map(|(address, _)| *address)
    }

    /// What its handlers hold.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Serves the API on a second address, apart from the site: with cookies of its own, for pages of its own. `mount` adds
    /// these pages. The shop's pages without a script stay with the site.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn serve_apart(&mut self, bind: SocketAddr, mount: Mount) -> Result<SocketAddr, StartError> {
        let fault = |cause| StartError::Bind { address: bind, cause };
        let socket = std::net::TcpListener::bind(bind).map_err(fault)?;
        let address = socket.local_addr().map_err(fault)?;
        let jar = web::Data::new(guard::apart::Jar::of_port(address.port()));
        let shared = self.context.clone();
        let server = HttpServer::new(move || {
            let api = web::scope("/api")
                .wrap(from_fn(guard::guard))
                .wrap(guard::headers())
                .configure(routes::api)
                .configure(owner::mount)
                .configure(report_pages::mount)
                .default_service(web::route().to(routes::not_found));
            App::new()
                .wrap(from_fn(guard::count))
                .wrap(TracingLogger::<Calls>::new())
                .wrap(from_fn(guard::apart::apart))
                .wrap(guard::apart::headers())
                .app_data(jar.clone())
                .app_data(shared.clone())
                .app_data(routes::json_errors())
                .app_data(routes::query_errors())
                .app_data(routes::path_errors())
                .service(api)
                .configure(|config| mount(config))
        })
        .workers(self.context.settings.workers.unwrap_or(2))
        .disable_signals()
        .client_request_timeout(std::time::Duration::from_secs(5))
        .listen(socket)
        .map_err(fault)?
        .run();
        self.apart.push(server.handle());
        tokio::spawn(server);
        Ok(address)
    }

    /// The same, for a program that serves something beside the API and asks it who calls.
    pub fn shared_context(&self) -> web::Data<Context> {
        self.context.clone()
    }

    /// Takes over a newly built catalogue while serving.
    pub async fn import_catalog(&self, catalog: &Catalog) -> Result<Imported, ImportError> {
        published::import(&self.context.db, &self.context.publications, catalog, self.context.clock.now_ms())
            .await
    }

    /// Keeps the source maps of a build, each as the script's name, the script and its map: the owner's view of an error
    /// shows what was written; nobody else is given them.
    pub async fn keep_source_maps(
        &self,
        build_id: &str,
        maps: Vec<(String, String, String)>,
    ) -> Result<(), ApiError> {
        let (build_id, now) = (build_id.to_owned(), self.context.clock.now_ms());
        let kept = maps.into_iter().map(|(file, script, map)| (file, SourceMap { script, map })).collect();
        fault::keep_maps(self.context.tracking.db(), build_id, kept, now).await
    }

    /// Keeps the files that a build sells, out of the folder where it left each under its digest. How many are lacking there
    /// and here.
    ///
    /// # Errors
    /// When a file cannot be read or kept, or is not what its name says.
    pub async fn keep_files(&self, catalog: &Catalog, folder: &Path) -> Result<usize, NotKept> {
        let sold = catalog.sold();
        Ok(files::take_folder(&*self.context.files, folder, sold.keys().copied()).await?.len())
    }

    /// Stops taking calls, finishes those begun, closes the store.
    pub async fn stop(self) {
        self.context.live.close();
        self.server.stop(true).await;
        let _ = self.end().await;
    }

    /// Waits until the server ends (by a signal of the system).
    pub async fn wait(self) -> std::io::Result<()> {
        let shared = self.context.clone();
        tokio::spawn(async move {
            asked_to_end().await;
            shared.live.close();
        });
        self.end().await
    }

    /// The last call is answered, then the last piece of work is done, then what waits is written and the stores are
    /// closed.
    async fn end(self) -> std::io::Result<()> {
        let ended = self.running.await.map_err(std::io::Error::other);
        for listener in self.apart {
            listener.stop(true).await;
        }
        if let Some(worker) = self.worker {
            worker.stop().await;
        }
        if let Some((_, metrics_server)) = self.metrics_server {
            metrics_server.stop(false).await;
        }
        self.context.tracking.stop().await;
        self.context.db.clone().close().await;
        if let Some(replica) = self.replica {
            replica.stop().await;
        }
        ended?
    }
}

/// Opens the store of these settings with at most `connections` readers; the folder of a file of our own is made.
pub async fn open_store(settings: &Settings, connections: u32) -> Result<Db, StartError> {
    open_store_at(settings, connections, &Clock::System).await
}

async fn open_store_at(settings: &Settings, connections: u32, clock: &Clock) -> Result<Db, StartError> {
    settings.make_data_folder()?;
    Ok(Db::open_at(settings.database_url().as_str(), connections, time_of(clock)).await?)
}

/// The time of a clock, for a store that knows no clock.
fn time_of(clock: &Clock) -> Arc<dyn Fn() -> i64 + Send + Sync> {
    let clock = clock.clone();
    Arc::new(move || clock.now_ms())
}

/// The replica of the SQLite file, where the settings name a place for it.
fn replicated(settings: &Settings) -> Result<Option<(Replica, Arc<Status>)>, StartError> {
    let place = settings.replication.place().map_err(SettingsError::from)?;
    let (Some(place), Some(file)) = (place, sqlite_file(&settings.database_url())) else { return Ok(None) };
    let options = Options {
        kept: settings.replication.kept(),
        log_bytes: settings.replication.log_megabytes.saturating_mul(1 << 20),
        ..Options::new(file, place)
    };
    let status = Arc::new(Status::default());
    Ok(Some((Replica::start(options, Arc::clone(&status)), status)))
}

/// How many connections events and reports have on a server, beside those of the shop.
const VISITS_CONNECTIONS: u32 = 3;

/// The way of the events into the store beside that of the shop.
async fn open_tracking(settings: &Settings, clock: &Clock) -> Result<Tracking, StartError> {
    let url = settings.database_url();
    let db = Db::open_visits_at(url.as_str(), VISITS_CONNECTIONS, time_of(clock)).await?;
    let tracking = &settings.tracking;
    let forwards = tracking.event_stream.is_some();
    let started = Tracking::start(db, clock.clone(), tracking.events_waiting, forwards);
    Ok(started.map_err(OpenError::from)?)
}

/// The API alone, with nothing beside it.
pub fn nothing() -> Mount {
    Arc::new(|_| ())
}

/// Starts the API; `mount` adds what shall be served beside it on the same port (pages, live reload).
pub async fn serve(settings: Settings, mount: Mount) -> Result<Handle, StartError> {
    serve_at(settings, Clock::System, mount).await
}

/// The same with a clock of the caller's.
pub async fn serve_at(settings: Settings, clock: Clock, mount: Mount) -> Result<Handle, StartError> {
    let settings = settings.tidied();
    let secret = settings.check()?;
    let db = open_store_at(&settings, settings.connections, &clock).await?;
    let (replica, replication) = replicated(&settings)?.unzip();
    let payments = context::payments(&settings).map_err(StartError::Outside)?;
    let (taxes, tax_terms) = context::taxes(&settings).map_err(StartError::Outside)?.unzip();
    let links = Links::new(secret.clone(), settings.commerce.order_link_days, settings.files.download_hours);
    let publications = Publications::new(payments.main().is_test(), settings.email_links_lead_to()?)
        .with_links(links, settings.public_url.clone())
        .with_register(settings.vat.vies_url.is_some())
        .with_taxes(tax_terms);
    let files: Arc<dyn FileStore> = Arc::new(Folder::new(settings.files_folder()));
    if let Some(path) = &settings.catalog {
        let catalog = published::read(path)?;
        published::take_files(&*files, &catalog, path).await?;
        published::import(&db, &publications, &catalog, clock.now_ms()).await?;
    }
    publications.newest(&db).await.map_err(ImportError::from)?;
    let rates = Rates::new(&settings.limits, &clock, &db);
    let metrics = Metrics::new(db.name());
    let hooks = context::hooks(&settings, &secret).map_err(StartError::Outside)?;
    let context = web::Data::new(Context {
        tracking: open_tracking(&settings, &clock).await?,
        event_stream: context::event_stream(&settings).map_err(StartError::Outside)?,
        db,
        publications,
        clock,
        passkeys: context::passkeys(&settings).map_err(StartError::Outside)?,
        captcha: context::captcha(&settings).map_err(StartError::Outside)?,
        payments,
        places: context::places(&settings, &hooks),
        vat: context::vat(&settings, &hooks),
        taxes,
        mail: context::mailer(&settings).map_err(StartError::Outside)?,
        connectors: context::connectors(&settings, &hooks).map_err(StartError::Outside)?,
        hooks,
        push: context::push(&settings, &secret).map_err(StartError::Outside)?,
        live: Arc::default(),
        imports: Arc::new(tokio::sync::Semaphore::new(1)),
        uploads: tokio::sync::Semaphore::new(routes::spool::AT_ONCE),
        files,
        rates,
        metrics,
        replication,
        secret,
        settings,
    });
    let document = web::Data::new(Document::new(openapi::document));
    let shared = context.clone();
    let settings = &context.settings;
    let bind = settings.bind;
    let mut server = HttpServer::new(move || {
        let api = web::scope("/api")
            .wrap(from_fn(guard::guard))
            .wrap(guard::headers())
            .wrap(guard::cors(&shared.settings.site_origins))
            .configure(routes::api)
            .configure(plain::mount)
            .configure(owner::mount)
            .configure(report_pages::mount)
            .default_service(web::route().to(routes::not_found));
        App::new()
            .wrap(from_fn(guard::count))
            .wrap(TracingLogger::<Calls>::new())
            .app_data(shared.clone())
            .app_data(document.clone())
            .app_data(routes::json_errors())
            .app_data(routes::query_errors())
            .app_data(routes::path_errors())
            .configure(routes::documents::mount)
            .configure(|config| {
                if shared.settings.metrics_token.is_some() {
                    config.route(routes::metrics::PATH, web::get().to(routes::metrics::answer));
                }
            })
            .service(api)
            .configure(routes::root)
            .configure(|config| mount(config))
    })
    .shutdown_timeout(30)
    .client_request_timeout(std::time::Duration::from_secs(5));
    if let Some(workers) = settings.workers {
        server = server.workers(workers);
    }
    let fault = |cause| StartError::Bind { address: bind, cause };
    let server = server.bind(bind).map_err(fault)?;
    let address = server.addrs().first().copied().unwrap_or(bind);
    let server = server.run();
    let worker = if settings.no_background_work {
        None
    } else {
        Some(Worker::start(context.clone()).map_err(OpenError::from)?)
    };
    let metrics_server =
        settings.metrics_bind.map(|bind| serve_metrics(bind, context.clone())).transpose()?;
    Ok(Handle {
        address,
        server: server.handle(),
        running: tokio::spawn(server),
        metrics_server,
        apart: Vec::new(),
        context,
        worker,
        replica,
    })
}

/// Returns when the system asks this program to end. Streams that are open would hold it up.
#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut asked) => drop(asked.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    std::future::pending().await
}

/// `/metrics` on an address of its own.
fn serve_metrics(
    bind: SocketAddr,
    context: web::Data<Context>,
) -> Result<(SocketAddr, ServerHandle), StartError> {
    let fault = |cause| StartError::Bind { address: bind, cause };
    let server = HttpServer::new(move || {
        App::new()
            .app_data(context.clone())
            .route(routes::metrics::PATH, web::get().to(routes::metrics::answer))
    })
    .workers(1)
    .disable_signals()
    .bind(bind)
    .map_err(fault)?;
    let address = server.addrs().first().copied().unwrap_or(bind);
    let server = server.run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok((address, handle))
}
