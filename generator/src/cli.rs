//! The command line, and nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

#[cfg(feature = "remote")]
mod leave;
mod reporter;

#[cfg(feature = "remote")]
pub use leave::LeaveArgs;
pub use reporter::ReporterArgs;

/// What the program answers to the one who called it (G-014).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Ok = 0,
    /// The site has faults; nothing was written or published.
    Content = 1,
    /// The command line is not understood.
    Usage = 2,
    /// The machine refused: a disk, a port, the network.
    Machine = 3,
}

const EXIT_CODES: &str = "Exit codes:\n  0  done\n  1  the site has errors; nothing was written or published\n  \
                          2  the command line is not understood\n  3  the machine refused: a disk, a port, the network";

/// Loggia builds a site from JSON and templates, shows it, and publishes it.
#[derive(Debug, Parser)]
#[command(name = "loggia", version, about, after_help = EXIT_CODES, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// One verb, one file in `cmd/`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start a new site in an empty folder
    New(NewArgs),
    /// Load and compile everything, say every fault, write nothing
    Check(CheckArgs),
    /// Build a site into a folder of static files
    Build(BuildArgs),
    /// Build a site, and again whenever something in it changes
    Watch(BuildArgs),
    /// Watch a site and show it on this machine, with the api of its shop
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Build a site and publish it: only changed files are sent, then it goes live in one step
    Publish(PublishArgs),
    /// Make an earlier published version live again
    Rollback(RollbackArgs),
    /// List the published versions, and which one is live
    List(ListArgs),
    /// Show what visitors did: asks the api of the shop with the token in LOGGIA_REPORT_TOKEN
    #[cfg(feature = "remote")]
    Stats(StatsArgs),
    /// Render one template with data, to try it
    Render(RenderArgs),
    /// Take over a site that lives elsewhere: pages of a hosted builder, an export of WordPress, a list of products
    Import(ImportArgs),
    /// Give a site out: as it stands in JSON, as XML for WordPress, its products as lists, its redirects
    Export(ExportArgs),
    /// Leave another host: go through a public site, keep it, and make a site folder of it with its old addresses
    #[cfg(feature = "remote")]
    Leave(LeaveArgs),
    /// Serve an editor that shows templates: diagnostics, completion and more, by the Language Server Protocol
    Lsp {
        /// Over standard input and output: the only way there is, named by some editors
        #[arg(long)]
        stdio: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the document of the editor's calls
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    EditorContract,
    /// Print the manual
    Man {
        /// Write a page for each verb into this folder
        #[arg(long, short, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// The environment whose hosts the pages are built for (G-023).
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// A developer's machine
    Dev,
    /// The testers' site
    Qa,
    /// The last look before the public one
    Staging,
    /// The public site
    Prod,
}

impl Environment {
    /// As it is written in data.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Environment::Dev => "dev",
            Environment::Qa => "qa",
            Environment::Staging => "staging",
            Environment::Prod => "prod",
        }
    }
}

/// What a build depends on besides the site.
#[derive(Debug, Clone, Args)]
pub struct SiteArgs {
    /// The folder of the site (with site.json)
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The clock of the build in milliseconds since 1970 (UTC); the same clock gives the same bytes
    #[arg(long, value_name = "MS")]
    pub now: Option<i64>,
    /// Build what can be built although the site has errors, and say which pages have to do with them
    #[arg(long, visible_alias = "keep-going")]
    pub lenient: bool,
    /// Leave the HTML as the templates give it
    #[arg(long)]
    pub no_minify: bool,
    /// Make every page as small as can be: a few bytes less, for many times the time
    #[arg(long, conflicts_with = "no_minify")]
    pub minify_whole: bool,
    /// Use the widgets of this folder (the widgets' dist) in place of those inside the program
    #[arg(long, value_name = "DIR")]
    pub widgets: Option<PathBuf>,
    /// The environment whose hosts the pages get
    #[arg(long, value_enum, default_value = "prod")]
    pub env: Environment,
    /// Include drafts, private and scheduled items
    #[arg(long)]
    pub drafts: bool,
    /// Threads to work with (0: as many as the machine has)
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub threads: usize,
}

/// `loggia build`, `loggia watch`
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The folder to build into
    #[arg(long, short, default_value = "output")]
    pub out: PathBuf,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// How faults are written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Warnings fail as well: words nobody knows, links that lead nowhere, what is left out
    #[arg(long, conflicts_with = "lenient")]
    pub strict: bool,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// How faults are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs (as --json)
    Json,
    /// As annotations of a GitHub workflow
    Github,
}

/// An origin: scheme, host and port, with nothing after them.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if host.is_some_and(|host| !host.is_empty() && host.chars().all(is_plain)) {
        return Ok(text.to_ascii_lowercase());
    }
    Err("write it as https://shop.example".to_owned())
}

/// `loggia serve`
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The folder to build into (a folder of its own when not given, removed at the end)
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// The port to listen on (0: any free one)
    #[arg(long, short, default_value_t = 8080)]
    pub port: u16,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// The port of the editor (0: any free one; when not given the one after that of the site, or any free one when that
    /// is taken)
    #[arg(long, value_name = "PORT")]
    pub editor_port: Option<u16>,
    /// The address by which people know the site where a proxy stands before it, as in `https://preview.example`
    #[arg(long, value_name = "URL", requires = "editor_url", value_parser = origin)]
    pub site_url: Option<String>,
    /// The same of the editor: another host than that of the site
    #[arg(long, value_name = "URL", requires = "site_url", value_parser = origin)]
    pub editor_url: Option<String>,
    /// Open the editor in the browser
    #[arg(long)]
    pub open: bool,
    /// The file of the shop's database
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia publish`
#[derive(Debug, Args)]
pub struct PublishArgs {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The folder to build into
    #[arg(long, short, default_value = "output")]
    pub out: PathBuf,
    /// The target.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Make compressed copies ahead (brotli, gzip, zstd, with commas between them) for a web server that looks for them; the `publish.compress` of site.json when not given
    #[arg(long, value_name = "CODINGS", value_delimiter = ',')]
    pub compress: Vec<Compression>,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// A way to compress copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Compression {
    /// `.br`
    #[value(alias = "br")]
    Brotli,
    /// `.gz`
    #[value(alias = "gz")]
    Gzip,
    /// `.zst`
    #[value(alias = "zst")]
    Zstd,
}

/// Where a site is published.
#[derive(Debug, Clone, Args)]
pub struct TargetArgs {
    /// The target: dir:FOLDER, netlify:SITE, cloudflare:PROJECT[#BRANCH], s3:BUCKET[/FOLDER], git:REPOSITORY[#BRANCH], ssh:USER@HOST:FOLDER, or one of site.json by its name; without it the `publish.to` of site.json
    #[arg(long, value_name = "TARGET")]
    pub to: Option<String>,
    /// How many versions to keep
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub keep: usize,
    /// A program on this machine that takes the shop's catalogue, with its arguments; {catalog} is the file
    #[arg(long, value_name = "COMMAND", env = "LOGGIA_PUBLISH_RUN", hide_env_values = true)]
    pub run: Option<String>,
    /// An address that is told what changed when a version has gone live in a store
    #[arg(long, value_name = "URL", env = "LOGGIA_PUBLISH_PURGE_URL", hide_env_values = true)]
    pub purge_url: Option<String>,
}

/// `loggia rollback`
#[derive(Debug, Args)]
pub struct RollbackArgs {
    /// The folder of the site
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The target.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The version to make live (the one before the live one when not given)
    #[arg(long, value_name = "ID")]
    pub version: Option<String>,
    /// The environment whose shop takes the catalogue of that version
    #[arg(long, value_enum, default_value = "prod")]
    pub env: Environment,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia list`
#[derive(Debug, Args)]
pub struct ListArgs {
    /// The folder of the site
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The target.
    #[command(flatten)]
    pub target: TargetArgs,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia render`
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// The template file (- for standard input)
    #[arg(required_unless_present = "batch")]
    pub template: Option<PathBuf>,
    /// The data file, JSON (- for standard input); an empty object when not given
    pub data: Option<PathBuf>,
    /// A folder of partials: each file can be applied by its name, with and without its extension
    #[arg(long, value_name = "DIR")]
    pub partials: Option<PathBuf>,
    /// The locale, as en or pt-BR
    #[arg(long, default_value = "en")]
    pub locale: String,
    /// The clock in milliseconds since 1970 (UTC)
    #[arg(long, value_name = "MS")]
    pub now: Option<i64>,
    /// Stop at the first error
    #[arg(long)]
    pub strict: bool,
    /// Print one JSON object for programs: the output, and the errors with file, line, column and length
    #[arg(long, conflicts_with = "batch")]
    pub json: bool,
    /// Read one JSON request a line from standard input and answer one a line
    #[arg(long)]
    pub batch: bool,
}

/// `loggia stats`
#[cfg(feature = "remote")]
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The folder of the site, whose `publish.catalog.url` is asked
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The address of the api in place of the one of site.json, as in `https://shop.example`
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Of which time: today, 7d, 28d, 90d or 12m
    #[arg(long, default_value = "28d", value_parser = ["today", "7d", "28d", "90d", "12m"])]
    pub range: String,
    /// How many lines each list has
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub top: usize,
    /// The environment whose shop is asked
    #[arg(long, value_enum, default_value = "prod")]
    pub env: Environment,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia import`
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The folder of the site to write into; it may be new
    pub site: PathBuf,
    /// Exports, or folders of them: pages saved with ?format=json, WordPress's XML, a CSV of products
    #[arg(required = true)]
    pub from: Vec<PathBuf>,
    /// Leave pictures where they are
    #[arg(long)]
    pub no_fetch: bool,
    /// The currency of a shop whose site does not say it, such as EUR: lists of products do not either
    #[arg(long, value_parser = loggia_commerce::CurrencyCode::parse)]
    pub currency: Option<loggia_commerce::CurrencyCode>,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// `loggia export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The folder of the site (with site.json)
    #[arg(default_value = ".")]
    pub site: PathBuf,
    /// The folder to write into: new, or that of an earlier export
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// Whose columns the list of products has; both are written when nothing is said
    #[arg(long, value_enum, value_name = "PLATFORM")]
    pub format: Vec<ListFormat>,
    /// Where the site is, as in `https://my-site.example`: others fetch the pictures from there (what site.json says when not given)
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub address: Option<String>,
    /// Comments that the server gave out: comments.json of `loggia-api export`
    #[arg(long, value_name = "FILE")]
    pub comments: Vec<PathBuf>,
    /// The clock in milliseconds since 1970 (UTC): what is published later is scheduled
    #[arg(long, value_name = "MS")]
    pub now: Option<i64>,
    /// The environment whose hosts the site has
    #[arg(long, value_enum, default_value = "prod")]
    pub env: Environment,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// Whose columns a list of products has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Squarespace
    Squarespace,
    /// Shopify
    Shopify,
}

/// `loggia new`
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The folder to make
    pub folder: PathBuf,
    /// The title of the site
    #[arg(long)]
    pub title: Option<String>,
    /// The look to begin with; without it the terminal asks
    #[arg(long, value_enum)]
    pub starter: Option<Starter>,
}

/// A site to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Starter {
    /// Products with variants, collections, cart, delivery
    Shop,
    /// Menu, hours, booking, the way to the door
    Restaurant,
    /// Posts with pictures, topics, feed, newsletter
    #[value(alias = "blog")]
    Magazine,
    /// Projects in a grid of pictures
    Portfolio,
    /// Services, prices, appointments by request
    Services,
    /// Programme, speakers, tickets, venue
    Event,
}
