//! The blocks of a template, as an outline and as what can be folded.

use loggia_template::Opcode;
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};

use super::view::View;

/// Deeper blocks are not listed.
const DEEPEST: usize = 60;

/// A block: its first and its last tag, by their places in bytes.
struct Block {
    tag: usize,
    end: usize,
    inner: Vec<Block>,
}

fn blocks(view: &View<'_>) -> Vec<Block> {
    let Some(source) = view.source() else { return Vec::new() };
    let mut open: Vec<Block> = vec![Block { tag: 0, end: 0, inner: Vec::new() }];
    let mut deeper = 0;
    let close = |open: &mut Vec<Block>, end: usize| {
        if open.len() > 1
            && let Some(mut block) = open.pop()
        {
            block.end = end;
            open.last_mut().into_iter().for_each(|outer| {
                outer
                    .inner
                    .extend([std::mem::replace(&mut block, Block { tag: 0, end: 0, inner: Vec::new() })])
            });
        }
    };
    for (index, tag) in source.tags.iter().enumerate() {
        if tag.is_begin() {
            if open.len() > DEEPEST {
                deeper += 1;
            } else {
                open.push(Block { tag: index, end: tag.span.end, inner: Vec::new() });
            }
        } else if tag.opcode == Opcode::End {
            if deeper > 0 {
                deeper -= 1;
            } else {
                close(&mut open, tag.span.end);
            }
        }
    }
    while open.len() > 1 {
        close(&mut open, source.text.len());
    }
    open.pop().map(|root| root.inner).unwrap_or_default()
}

/// The outline.
#[must_use]
pub fn symbols(view: &View<'_>) -> Vec<DocumentSymbol> {
    blocks(view).iter().filter_map(|block| symbol(view, block)).collect()
}

#[expect(deprecated, reason = "the protocol's type has a field that is no longer used and must be given")]
fn symbol(view: &View<'_>, block: &Block) -> Option<DocumentSymbol> {
    let source = view.source()?;
    let tag = source.tags.get(block.tag)?;
    let name = source.text[tag.span.clone()].trim_matches(['{', '}']).trim_start_matches(['^', '.']);
    let kind = match tag.opcode {
        Opcode::Repeated => SymbolKind::ARRAY,
        Opcode::Section => SymbolKind::OBJECT,
        Opcode::Macro => SymbolKind::FUNCTION,
        _ => SymbolKind::BOOLEAN,
    };
    Some(DocumentSymbol {
        name: if name.trim().is_empty() { "block".to_owned() } else { name.chars().take(80).collect() },
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: view.text.range(tag.span.start..block.end.max(tag.span.end), view.units),
        selection_range: view.text.range(tag.span.clone(), view.units),
        children: Some(block.inner.iter().filter_map(|inner| symbol(view, inner)).collect()),
    })
}

/// What can be folded: blocks and comments of more than one line.
#[must_use]
pub fn folds(view: &View<'_>) -> Vec<FoldingRange> {
    let Some(source) = view.source() else { return Vec::new() };
    let mut folds = Vec::new();
    let mut fold = |start: usize, end: usize, keep_last: bool, kind| {
        let (start, end) = (view.text.place(start, view.units).line, view.text.place(end, view.units).line);
        let end = end.saturating_sub(u32::from(keep_last));
        if end > start {
            folds.push(FoldingRange { start_line: start, end_line: end, kind, ..FoldingRange::default() });
        }
    };
    let mut waiting = blocks(view);
    while let Some(block) = waiting.pop() {
        if let Some(tag) = source.tags.get(block.tag) {
            // The line of the end tag stays to be seen.
            fold(tag.span.start, block.end, true, None);
        }
        waiting.extend(block.inner);
    }
    for tag in source.tags.iter().filter(|tag| tag.opcode == Opcode::Comment) {
        fold(tag.span.start, tag.span.end, false, Some(FoldingRangeKind::Comment));
    }
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}
