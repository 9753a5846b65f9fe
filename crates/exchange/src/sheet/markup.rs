//! Tables that programs give out as a workbook and that are text: HTML with a `<table>` under the name of an XLS or CSV, and
//! the XML of Excel 2003 → the rows of their sheets.

use scraper::{ElementRef, Html, Node};

use super::rows::{CELLS, Rows, number};
use crate::decode;
use crate::page::is_too_deep;
use crate::posts::xml::{self, Element};

/// The longest document that is taken apart, in bytes.
const LONGEST: usize = 16 * 1024 * 1024;
/// How far in it must have said what it is.
const START: usize = 64 * 1024;
/// The most letters beside its tables: a page has more.
const BESIDE: usize = 400;
/// What a page has and a table that a program wrote has not.
const OF_PAGES: [&str; 8] = ["script", "nav", "form", "iframe", "header", "footer", "main", "article"];

/// The sheets of a document in their order; `None` where the bytes are none, or hold more than is read.
pub(super) fn sheets(bytes: &[u8]) -> Option<Vec<Rows>> {
    let start = bytes.get(..bytes.len().min(START))?;
    let first =
        start.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0xef | 0xbb | 0xbf))?;
    if start[first] != b'<' || bytes.len() > LONGEST {
        return None;
    }
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    if start.contains("urn:schemas-microsoft-com:office:spreadsheet") && start.contains("workbook") {
        return workbook(&decode::decode(bytes).0);
    }
    if !start.contains("<table") || start.contains("<?xml") && !start.contains("<html") {
        return None;
    }
    let text = decode::decode(bytes).0;
    if is_too_deep(&text) {
        return None;
    }
    tables(&Html::parse_document(&text))
}

/// The tables of a document that has nothing else.
fn tables(document: &Html) -> Option<Vec<Rows>> {
    let root = document.root_element();
    let elements = || root.descendants().filter_map(ElementRef::wrap);
    if elements().any(|element| OF_PAGES.contains(&element.value().name())) {
        return None;
    }
    let is_in = |node: &ego_tree::NodeRef<'_, Node>, names: &[&str]| {
        let mut around = node.ancestors().filter_map(ElementRef::wrap);
        around.any(|element| names.contains(&element.value().name()))
    };
    let texts = root.descendants().filter(|node| node.value().is_text());
    let beside = texts.filter(|node| !is_in(node, &["table", "title", "style", "xml"]));
    let letters = |node: ego_tree::NodeRef<'_, Node>| {
        node.value().as_text().map_or(0, |text| text.trim().chars().count())
    };
    if beside.map(letters).fold(0, usize::saturating_add) > BESIDE {
        return None;
    }
    let all = elements().filter(|element| element.value().name() == "table" && !is_in(element, &["table"]));
    all.map(rows).collect::<Option<Vec<Rows>>>().filter(|sheets| !sheets.is_empty())
}

/// The rows of a table. A cell that reaches over several rows or columns says the same in each of the rows.
fn rows(table: ElementRef<'_>) -> Option<Rows> {
    let is_own = |row: &ElementRef<'_>| {
        let around =
            row.ancestors().filter_map(ElementRef::wrap).find(|element| element.value().name() == "table");
        around.is_some_and(|around| around.id() == table.id())
    };
    let own = table.descendants().filter_map(ElementRef::wrap);
    let own = own.filter(|element| element.value().name() == "tr" && is_own(element));
    let (mut rows, mut count): (Rows, usize) = (Vec::new(), 0);
    // What cells of the rows before say in the rows to come: how many of these, and the text.
    let mut reaching: Vec<(usize, String)> = Vec::new();
    for (at, row) in own.enumerate() {
        let mut cells: Vec<String> = Vec::new();
        let mut reach = |cells: &mut Vec<String>, is_end: bool| {
            while let Some((left, text)) =
                reaching.get_mut(cells.len()).filter(|(left, _)| *left > 0 || is_end)
            {
                cells.push(if *left > 0 { text.clone() } else { String::new() });
                *left = left.saturating_sub(1);
            }
        };
        let mut new: Vec<(usize, usize, String)> = Vec::new();
        for cell in row.children().filter_map(ElementRef::wrap) {
            if !matches!(cell.value().name(), "td" | "th") {
                continue;
            }
            reach(&mut cells, false);
            let span =
                |name: &str| cell.attr(name).and_then(|text| text.trim().parse().ok()).unwrap_or(1_usize);
            let (text, columns, lines) =
                (shown(cell), span("colspan").clamp(1, 1000), span("rowspan").clamp(1, 65_536));
            if lines > 1 {
                new.push((cells.len(), lines - 1, text.clone()));
            }
            cells.push(text);
            cells.resize(cells.len() + columns - 1, String::new());
        }
        reach(&mut cells, true);
        for (column, lines, text) in new {
            let length = reaching.len().max(column + 1);
            reaching.resize(length, Default::default());
            reaching[column] = (lines, text);
        }
        count += cells.len();
        if count > CELLS {
            return None;
        }
        rows.push((at + 1, cells));
    }
    Some(rows)
}

/// What a cell shows; the address of its picture where it shows nothing else.
fn shown(cell: ElementRef<'_>) -> String {
    let mut text = String::new();
    for node in cell.descendants() {
        match node.value() {
            Node::Text(part) => {
                text.extend(part.chars().map(|c| if c.is_ascii_whitespace() { ' ' } else { c }))
            }
            Node::Element(element) if element.name() == "br" => text.push('\n'),
            _ => {}
        }
    }
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
        .collect();
    let text = lines.join("\n").trim().to_owned();
    let pictures =
        || cell.descendants().filter_map(ElementRef::wrap).filter_map(|element| element.attr("src"));
    if text.is_empty() { pictures().collect::<Vec<_>>().join(" ") } else { text }
}

/// The sheets of a workbook in XML.
fn workbook(text: &str) -> Option<Vec<Rows>> {
    let mut sheets = Vec::new();
    let mut count = 0_usize;
    let mut is_bounded = true;
    xml::elements(text, 1, |element| {
        if element.name != "Worksheet" || !is_bounded {
            return;
        }
        match element.child("Table").and_then(|table| lines(table, &mut count)) {
            Some(rows) => sheets.push(rows),
            None => is_bounded = count <= CELLS,
        }
    })
    .ok()?;
    (is_bounded && !sheets.is_empty()).then_some(sheets)
}

fn lines(table: &Element, count: &mut usize) -> Option<Rows> {
    let index = |element: &Element| element.attribute("Index").parse::<usize>().ok().filter(|at| *at > 0);
    let (mut rows, mut line): (Rows, usize) = (Vec::new(), 0);
    for row in table.children.iter().filter(|element| element.name == "Row") {
        line = index(row).unwrap_or(line + 1);
        let mut cells: Vec<String> = Vec::new();
        for cell in row.children.iter().filter(|element| element.name == "Cell") {
            let at = index(cell).map_or(cells.len(), |index| index - 1);
            let across = cell.attribute("MergeAcross").parse::<usize>().unwrap_or(0);
            let length = at.max(cells.len()).checked_add(across)?.checked_add(1)?;
            *count = count.checked_add(length - cells.len())?;
            if *count > CELLS {
                return None;
            }
            cells.resize(at.max(cells.len()), String::new());
            cells.push(cell.child("Data").map(value).unwrap_or_default());
            cells.resize(length, String::new());
        }
        rows.push((line, cells));
    }
    Some(rows)
}

/// A cell as its owner reads it.
fn value(data: &Element) -> String {
    let text = all_text(data);
    match data.attribute("Type") {
        "Number" => text.trim().parse().map_or(text, number),
        "Boolean" => if text.trim() == "1" { "yes" } else { "no" }.to_owned(),
        "DateTime" => text.trim().chars().take(10).collect(),
        // An error of a formula is no value.
        "Error" => String::new(),
        _ => text,
    }
}

/// The text of an element with that of those in it: parts of a cell may have letters of their own.
fn all_text(element: &Element) -> String {
    let inner: String = element.children.iter().map(all_text).collect();
    format!("{}{inner}", element.text)
}

#[cfg(test)]
mod tests {
    use super::sheets;

    fn cells(text: &str) -> Option<Vec<Vec<String>>> {
        let rows = sheets(text.as_bytes())?.remove(0);
        Some(rows.into_iter().map(|(_, cells)| cells).collect())
    }

    #[test]
    fn s_754_tables_of_html_are_sheets_and_pages_are_none() {
        let text = "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head><title>Goods</title></head><body>\
            <table><thead><tr><th>Name</th><th colspan=2>Size</th><th>Image</th></tr></thead>\
            <tr><td rowspan='2'>A&amp;B<br>two</td><td>1</td><td>2 </td><td><img src=\"https://a.example/b.jpg\"></td></tr>\
            <tr><td>3</td><td><table><tr><td>inner</td></tr></table></td></tr></table></body></html>";
        let found = cells(text).unwrap();
        assert_eq!(found[0], ["Name", "Size", "", "Image"]);
        assert_eq!(found[1], ["A&B\ntwo", "1", "2", "https://a.example/b.jpg"]);
        assert_eq!(found[2], ["A&B\ntwo", "3", "inner"]);
        for page in [
            "<html><body><nav>Home</nav><table><tr><td>Name</td></tr></table></body></html>".to_owned(),
            format!(
                "<html><body><p>{}</p><table><tr><td>Name</td></tr></table></body></html>",
                "word ".repeat(100)
            ),
            "<rss><channel><item/></channel></rss>".to_owned(),
            "Name,Price\n<table>,2\n".to_owned(),
        ] {
            assert!(cells(&page).is_none(), "{page}");
        }
    }

    #[test]
    fn s_754_workbooks_of_excel_2003_are_sheets() {
        let text = "<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?>\
            <Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">\
            <Styles/><Worksheet ss:Name=\"A\"><Table><Row><Cell><Data ss:Type=\"String\">Name</Data></Cell><Cell ss:MergeAcross=\"1\"><Data ss:Type=\"String\">Price</Data></Cell></Row>\
            <Row ss:Index=\"4\"><Cell><Data ss:Type=\"String\">Tea &amp; <B>pot</B></Data></Cell><Cell ss:Index=\"3\"><Data ss:Type=\"Number\">19.989999999999998</Data></Cell></Row></Table></Worksheet></Workbook>";
        let rows = sheets(text.as_bytes()).unwrap().remove(0);
        assert_eq!(rows[0], (1, vec!["Name".to_owned(), "Price".to_owned(), String::new()]));
        assert_eq!(rows[1], (4, vec!["Tea & pot".to_owned(), String::new(), "19.99".to_owned()]));
    }
}
