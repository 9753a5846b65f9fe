//! The document as a PDF/A-3b. One that lacks nothing of EN 16931 holds itself as CII, which makes it Factur-X (ZUGFeRD).

mod facturx;
mod font;
pub mod font_folders;
mod layout;
mod sheet;
mod slip_words;
pub mod slips;

use std::sync::Arc;

use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};

use crate::check::lacks;
use crate::cii::cii;
use crate::model::Invoice;
use crate::words::Words;
use font::Fonts;
use font_folders::FontFolders;
use sheet::{HEIGHT, WIDTH};

/// A document that could not be drawn: a fault of this crate.
#[derive(Debug, thiserror::Error)]
#[error("the document could not be drawn: {0}")]
pub struct NotDrawn(String);

/// The document as a PDF, the same bytes each time; letters that the bundled faces do not have are looked for in the folders.
///
/// # Errors
/// [`NotDrawn`] when the result would not be a PDF/A-3.
pub fn pdf(invoice: &Invoice, folders: &FontFolders) -> Result<Vec<u8>, NotDrawn> {
    let fault = |what: &str| NotDrawn(what.to_owned());
    let archival = ConfigurationBuilder::new().with_archival_validator(Archival::A3_B).finish();
    let configuration = archival.map_err(|_| fault("no version of PDF"))?;
    let mut document =
        Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    let missing = Fonts::missing(|fonts| drop(layout::pages(invoice, fonts)));
    let found = folders.faces_for(&missing.unwrap_or_default());
    let fonts = Fonts::with(&found).ok_or_else(|| fault("no fonts"))?;
    for marks in layout::pages(invoice, &fonts) {
        let settings = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| fault("no page"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        marks.iter().for_each(|mark| mark.draw(&mut surface, &fonts));
        surface.finish();
        page.finish();
    }
    let words = Words::of(&invoice.language);
    let title = format!("{} {}", layout::title(invoice, words), invoice.number);
    let made_on = moment(invoice);
    document.set_metadata(
        Metadata::new()
            .title(title)
            .authors(vec![invoice.seller.name.clone()])
            .creator("Loggia".to_owned())
            .language(words.locale.to_owned())
            .document_id(invoice.number.clone())
            .creation_date(made_on),
    );
    let holds_data = lacks(invoice).is_empty();
    if holds_data {
        let file = EmbeddedFile {
            path: facturx::FILE_NAME.to_owned(),
            mime_type: MimeType::new("text/xml"),
            description: Some("Factur-X".to_owned()),
            association_kind: AssociationKind::Alternative,
            data: Arc::new(cii(invoice).into_bytes()).into(),
            modification_date: Some(made_on),
            compress: Some(true),
            location: None,
        };
        document.embed_file(file).ok_or_else(|| fault("the data is embedded twice"))?;
    }
    let bytes = document.finish().map_err(|problem| NotDrawn(format!("{problem:?}")))?;
    if holds_data { facturx::mark(&bytes).ok_or_else(|| fault("no metadata")) } else { Ok(bytes) }
}

fn moment(invoice: &Invoice) -> DateTime {
    let day = invoice.issued_on;
    let part = |part: i8| u8::try_from(part).unwrap_or(1);
    DateTime::new(u16::try_from(day.year()).unwrap_or(0))
        .month(part(day.month()))
        .day(part(day.day()))
        .hour(12)
        .minute(0)
        .second(0)
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
