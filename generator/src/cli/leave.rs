//! The words of `loggia leave`.

use std::path::PathBuf;

use clap::Args;

use super::reporter::ReporterArgs;

/// `loggia leave`
#[derive(Debug, Args)]
pub struct LeaveArgs {
    /// The address of the site, as in `https://my-site.example`
    pub address: String,
    /// Exports that belong to it, or folders of them, read as `loggia import` does
    pub from: Vec<PathBuf>,
    /// The folder of the site to write into; it may be new (the name of the host when not given)
    #[arg(long, short, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// The site is yours: robots.txt does not matter
    #[arg(long)]
    pub mine: bool,
    /// Calls in a second
    #[arg(long, default_value_t = 2.0, value_name = "N", value_parser = rate)]
    pub rate: f64,
    /// How many addresses are asked at most
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub limit: usize,
    /// What was saved of the site already, in place of asking it: a folder of wget --mirror, a .har or a .warc file
    #[arg(long, value_name = "PATH")]
    pub saved: Vec<PathBuf>,
    /// Ask nobody: make the site anew from what was fetched before
    #[arg(long)]
    pub offline: bool,
    /// Your own template folder of the developer platform, in place of one with the look of the old pages
    #[arg(long, value_name = "DIR")]
    pub template: Option<PathBuf>,
    /// Look at no page: the new site has its template with neutral values
    #[arg(long)]
    pub no_look: bool,
    /// Fetch nothing and change nothing: make the report anew of what was fetched before and of the site as it is
    #[arg(long, conflicts_with_all = ["saved", "from"])]
    pub report: bool,
    /// Make no report: every old page beside the new one takes a build of the site
    #[arg(long, conflicts_with = "report")]
    pub no_report: bool,
    /// How many pages of the report are photographed, those that most others lead to; 0 for none
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub pages: usize,
    /// Change nothing: compare the old site, as it answers now, with the new one at this address, and say the steps of the
    /// switch. Answers 1 when anything differs
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["saved", "from", "report", "no_report", "offline"])]
    pub check: Option<String>,
    /// How to speak.
    #[command(flatten)]
    pub reporter: ReporterArgs,
}

/// Calls in a second: more than none.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| *rate >= 0.01 && *rate <= 1_000.0);
    rate.ok_or_else(|| "write a number between 0.01 and 1000".to_owned())
}
