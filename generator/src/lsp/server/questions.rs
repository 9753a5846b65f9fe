//! What an editor asks about an open file.

use std::io::{self, Write};

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionParams, CompletionParams, DocumentFormattingParams, DocumentSymbolParams, FoldingRangeParams,
    GotoDefinitionParams, HoverParams, ReferenceParams, RenameParams, TextDocumentPositionParams, TextEdit,
    Uri,
};
use serde_json::{Value, json};

use super::Server;
use super::refusal::{Refusal, read, say};
use crate::lsp::view::View;
use crate::lsp::{address, complete, diagnostics, format, hover, navigate, symbols};

impl<W: Write> Server<W> {
    /// An open file, with its folder as it is now.
    fn view(&mut self, uri: &Uri) -> Result<View<'_>, Refusal> {
        let refusal = |message: &str| Refusal(ErrorCode::InvalidParams, message.to_owned());
        let file = address::path(uri.as_str()).ok_or_else(|| refusal("This is no file."))?;
        if !self.open.contains_key(&file) {
            return Err(refusal("This file is not open."));
        }
        let at = self.folder_of(&file).ok_or_else(|| refusal("This file belongs to no template."))?;
        let refused = |error: io::Error| Refusal(ErrorCode::InternalError, error.to_string());
        self.folders[at].refresh(&self.open).map_err(refused)?;
        let folder = &self.folders[at];
        let analysis =
            folder.analysis.as_ref().ok_or_else(|| refusal("This file belongs to no template."))?;
        let inside = folder.root.inside(&file).unwrap_or_default();
        let template = inside.strip_prefix("template").map(crate::asset::slashes).unwrap_or_default();
        let Some((file, text)) = self.open.get_key_value(&file) else {
            return Err(refusal("This file is not open."));
        };
        let uri =
            self.addresses.get(file).map(|(uri, _)| uri).ok_or_else(|| refusal("This file is not open."))?;
        Ok(View {
            root: &folder.root,
            analysis,
            samples: &folder.samples,
            neutral: &self.neutral,
            docs: &self.docs,
            file,
            uri,
            text,
            template,
            units: self.units,
            snippets: self.snippets,
        })
    }

    fn at(&mut self, place: &TextDocumentPositionParams) -> Result<(View<'_>, usize), Refusal> {
        let view = self.view(&place.text_document.uri)?;
        let offset = view.text.offset(place.position, view.units);
        Ok((view, offset))
    }

    pub(super) fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            "textDocument/completion" => {
                let params: CompletionParams = read(params)?;
                let (view, offset) = self.at(&params.text_document_position)?;
                say(complete::complete(&view, offset))
            }
            "textDocument/hover" => {
                let params: HoverParams = read(params)?;
                let (view, offset) = self.at(&params.text_document_position_params)?;
                say(hover::hover(&view, offset))
            }
            "textDocument/definition" => {
                let params: GotoDefinitionParams = read(params)?;
                let (view, offset) = self.at(&params.text_document_position_params)?;
                say(navigate::definition(&view, offset))
            }
            "textDocument/references" => {
                let params: ReferenceParams = read(params)?;
                let with_definition = params.context.include_declaration;
                let (view, offset) = self.at(&params.text_document_position)?;
                say(navigate::references(&view, offset, with_definition))
            }
            "textDocument/prepareRename" => {
                let params: TextDocumentPositionParams = read(params)?;
                let (view, offset) = self.at(&params)?;
                say(navigate::renamable(&view, offset).map(|(part, placeholder)| {
                    json!({ "range": view.text.range(part, view.units), "placeholder": placeholder })
                }))
            }
            "textDocument/rename" => {
                let params: RenameParams = read(params)?;
                let (view, offset) = self.at(&params.text_document_position)?;
                let renamed = navigate::rename(&view, offset, &params.new_name);
                renamed.map_err(|why| Refusal(ErrorCode::RequestFailed, why)).and_then(say)
            }
            "textDocument/documentSymbol" => {
                let params: DocumentSymbolParams = read(params)?;
                say(symbols::symbols(&self.view(&params.text_document.uri)?))
            }
            "textDocument/foldingRange" => {
                let params: FoldingRangeParams = read(params)?;
                say(symbols::folds(&self.view(&params.text_document.uri)?))
            }
            "textDocument/formatting" => {
                let params: DocumentFormattingParams = read(params)?;
                let width = params.options.tab_size.clamp(1, 16) as usize;
                let unit = if params.options.insert_spaces { " ".repeat(width) } else { "\t".to_owned() };
                let view = self.view(&params.text_document.uri)?;
                let changes = format::format(view.analysis, &view.template, &unit).into_iter();
                let edit = |(part, new_text)| TextEdit { range: view.text.range(part, view.units), new_text };
                say(changes.map(edit).collect::<Vec<_>>())
            }
            "textDocument/codeAction" => {
                let params: CodeActionParams = read(params)?;
                say(diagnostics::fixes(&params.text_document.uri, &params.context.diagnostics))
            }
            _ => Err(Refusal(ErrorCode::MethodNotFound, format!("There is no method {method}."))),
        }
    }
}
