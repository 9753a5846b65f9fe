//! One source file: its modules, what it defines and imports, and the names it mentions.

use crate::condition::{Build, is_left_out};
use crate::error::Error;
use crate::position::{Position, Range, start};
use crate::tokens::{Mention, mentions};
use crate::uses::{Imported, imported};
use proc_macro2::TokenStream;
use std::path::Path;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItem, Item, Stmt, TraitItem, Type, Visibility};

/// What kind of thing an exported definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Function,
    Type,
    Constant,
}

/// A definition that code outside its module may name.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub name: String,
    /// The type that has it, for a method or an associated constant.
    pub owner: Option<String>,
    pub kind: Kind,
    /// The whole definition.
    pub range: Range,
    pub line: usize,
}

/// A module within a file: the file's own, or `mod name { … }`.
#[derive(Debug, Default)]
pub(crate) struct Inner {
    /// From the file's own module: empty for that itself.
    pub path: Vec<String>,
    /// Where it stands; nothing for the file's own.
    pub range: Option<Range>,
    /// Names that are defined here.
    pub defined: Vec<String>,
    /// `mod name;`, with the file that `#[path]` names.
    pub children: Vec<(String, Option<String>)>,
    /// Each `use`, and whether it stands within a function.
    pub imported: Vec<(Imported, bool)>,
}

/// A file as it was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    /// The file's own module comes first.
    pub modules: Vec<Inner>,
    /// What is not in the build.
    pub left_out: Vec<Range>,
    /// `use` declarations.
    pub uses: Vec<Range>,
    /// `impl Type { … }`, with the type's name.
    pub implementations: Vec<(String, Range)>,
    pub macros: Vec<String>,
    pub definitions: Vec<Definition>,
    pub mentions: Vec<Mention>,
}

impl Parsed {
    /// The module in which `position` stands.
    pub(crate) fn module_at(&self, position: Position) -> usize {
        let holds = |inner: &Inner| inner.range.is_none_or(|range| range.holds(position));
        // Inner modules come behind those that hold them.
        self.modules.iter().rposition(holds).unwrap_or(0)
    }

    /// Whether what stands at `position` belongs to the build.
    pub(crate) fn is_built(&self, position: Position) -> bool {
        !self.left_out.iter().any(|range| range.holds(position))
    }
}

/// Reads the file's text.
pub(crate) fn parse(path: &Path, text: &str, build: Build) -> Result<Parsed, Error> {
    let wrong = |error: syn::Error| Error::Syntax {
        path: path.to_owned(),
        line: error.span().start().line,
        message: error.to_string(),
    };
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| wrong(error.into()))?;
    let file: syn::File = syn::parse2(tokens.clone()).map_err(wrong)?;
    let parsed = Parsed {
        modules: vec![Inner::default()],
        left_out: Vec::new(),
        uses: Vec::new(),
        implementations: Vec::new(),
        macros: Vec::new(),
        definitions: Vec::new(),
        mentions: mentions(tokens),
    };
    let mut reader = Reader { parsed, build, module: 0, functions: 0 };
    reader.visit_file(&file);
    Ok(reader.parsed)
}

struct Reader {
    parsed: Parsed,
    build: Build,
    /// The module that is being read.
    module: usize,
    /// How many functions surround what is being read.
    functions: usize,
}

impl Reader {
    /// Notes what is not in the build, and says so.
    fn leaves_out(&mut self, attributes: &[Attribute], node: &impl Spanned) -> bool {
        let left_out = is_left_out(attributes, self.build);
        if left_out {
            self.parsed.left_out.push(Range::of(node.span()));
        }
        left_out
    }

    fn define(&mut self, ident: &syn::Ident) {
        if self.functions == 0 {
            self.parsed.modules[self.module].defined.push(ident.unraw().to_string());
        }
    }

    fn export(
        &mut self,
        kind: Kind,
        ident: &syn::Ident,
        owner: Option<String>,
        vis: &Visibility,
        node: &impl Spanned,
    ) {
        if !matches!(vis, Visibility::Inherited) && self.functions == 0 {
            let name = ident.unraw().to_string();
            let (range, line) = (Range::of(node.span()), start(ident.span()).0);
            self.parsed.definitions.push(Definition { name, owner, kind, range, line });
        }
    }

    fn module(&mut self, item: &syn::ItemMod) {
        let name = item.ident.unraw().to_string();
        if item.content.is_none() {
            self.parsed.modules[self.module].children.push((name, path_attribute(&item.attrs)));
            return;
        }
        let mut path = self.parsed.modules[self.module].path.clone();
        path.push(name);
        let outer = self.module;
        self.module = self.parsed.modules.len();
        self.parsed.modules.push(Inner { path, range: Some(Range::of(item.span())), ..Inner::default() });
        visit::visit_item_mod(self, item);
        self.module = outer;
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        let Some(owner) = type_name(&item.self_ty) else { return };
        self.parsed.implementations.push((owner.clone(), Range::of(item.span())));
        if item.trait_.is_some() {
            return;
        }
        let build = self.build;
        for part in item.items.iter().filter(|part| !is_left_out(impl_attributes(part), build)) {
            match part {
                ImplItem::Fn(method) => {
                    self.export(Kind::Function, &method.sig.ident, Some(owner.clone()), &method.vis, part);
                }
                ImplItem::Const(constant) => {
                    self.export(Kind::Constant, &constant.ident, Some(owner.clone()), &constant.vis, part);
                }
                _ => {}
            }
        }
    }

    fn definition(&mut self, item: &Item) {
        match item {
            Item::Fn(inner) => {
                self.define(&inner.sig.ident);
                self.export(Kind::Function, &inner.sig.ident, None, &inner.vis, item);
            }
            Item::Const(inner) => {
                self.define(&inner.ident);
                self.export(Kind::Constant, &inner.ident, None, &inner.vis, item);
            }
            Item::Static(inner) => {
                self.define(&inner.ident);
                self.export(Kind::Constant, &inner.ident, None, &inner.vis, item);
            }
            Item::Struct(inner) => {
                self.define(&inner.ident);
                self.export(Kind::Type, &inner.ident, None, &inner.vis, item);
            }
            Item::Enum(inner) => {
                self.define(&inner.ident);
                self.export(Kind::Type, &inner.ident, None, &inner.vis, item);
            }
            Item::Type(inner) => {
                self.define(&inner.ident);
                self.export(Kind::Type, &inner.ident, None, &inner.vis, item);
            }
            Item::Union(inner) => self.define(&inner.ident),
            Item::Trait(inner) => self.define(&inner.ident),
            Item::Macro(inner) => {
                if let Some(ident) = &inner.ident {
                    self.define(ident);
                    self.parsed.macros.push(ident.to_string());
                }
            }
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if self.leaves_out(item_attributes(item), item) {
            return;
        }
        self.definition(item);
        match item {
            Item::Mod(inner) => return self.module(inner),
            Item::Impl(inner) => self.implementation(inner),
            Item::Use(inner) => {
                self.parsed.uses.push(Range::of(inner.span()));
                let local = self.functions > 0;
                let names = imported(inner).into_iter().map(|name| (name, local));
                self.parsed.modules[self.module].imported.extend(names);
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.functions += 1;
        visit::visit_block(self, block);
        self.functions -= 1;
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !self.leaves_out(impl_attributes(item), item) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes = match item {
            TraitItem::Const(inner) => &inner.attrs,
            TraitItem::Fn(inner) => &inner.attrs,
            TraitItem::Type(inner) => &inner.attrs,
            TraitItem::Macro(inner) => &inner.attrs,
            _ => return,
        };
        if !self.leaves_out(attributes, item) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if !self.leaves_out(&field.attrs, field) {
            visit::visit_field(self, field);
        }
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        if !self.leaves_out(&variant.attrs, variant) {
            visit::visit_variant(self, variant);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attributes: &[Attribute] = match statement {
            Stmt::Local(inner) => &inner.attrs,
            Stmt::Macro(inner) => &inner.attrs,
            Stmt::Expr(Expr::Block(inner), _) => &inner.attrs,
            _ => &[],
        };
        if !self.leaves_out(attributes, statement) {
            visit::visit_stmt(self, statement);
        }
    }
}

fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(inner) => &inner.attrs,
        Item::Enum(inner) => &inner.attrs,
        Item::ExternCrate(inner) => &inner.attrs,
        Item::Fn(inner) => &inner.attrs,
        Item::ForeignMod(inner) => &inner.attrs,
        Item::Impl(inner) => &inner.attrs,
        Item::Macro(inner) => &inner.attrs,
        Item::Mod(inner) => &inner.attrs,
        Item::Static(inner) => &inner.attrs,
        Item::Struct(inner) => &inner.attrs,
        Item::Trait(inner) => &inner.attrs,
        Item::Type(inner) => &inner.attrs,
        Item::Union(inner) => &inner.attrs,
        Item::Use(inner) => &inner.attrs,
        _ => &[],
    }
}

fn impl_attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(inner) => &inner.attrs,
        ImplItem::Fn(inner) => &inner.attrs,
        ImplItem::Type(inner) => &inner.attrs,
        ImplItem::Macro(inner) => &inner.attrs,
        _ => &[],
    }
}

/// `#[path = "file.rs"]`
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find(|attribute| attribute.path().is_ident("path")).and_then(|attribute| {
        match &attribute.meta.require_name_value().ok()?.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(name), .. }) => Some(name.value()),
            _ => None,
        }
    })
}

fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.unraw().to_string()),
        Type::Reference(inner) => type_name(&inner.elem),
        _ => None,
    }
}
