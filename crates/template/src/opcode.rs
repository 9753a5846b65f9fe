//! The instructions' numbers and names, as code trees and error messages spell them.

/// An instruction of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Opcode {
    /// Text that is printed as it stands.
    Text = 0,
    /// `{name|formatter}`
    Variable = 1,
    /// `{.section name}`
    Section = 2,
    /// `{.end}`
    End = 3,
    /// `{.repeated section name}`
    Repeated = 4,
    /// `{.name? arguments}`
    Predicate = 5,
    /// `{.var @name value}`
    Bindvar = 6,
    /// `{.or}` and `{.or name? arguments}`
    OrPredicate = 7,
    /// `{.if a && b}`
    If = 8,
    /// `{.inject @name path}`
    Inject = 9,
    /// `{.macro name}`
    Macro = 10,
    /// `{# text}` and `{## text ##}`
    Comment = 11,
    /// `{.meta-left}`
    MetaLeft = 12,
    /// `{.meta-right}`
    MetaRight = 13,
    /// `{.newline}`
    Newline = 14,
    /// `{.space}`
    Space = 15,
    /// `{.tab}`
    Tab = 16,
    /// The template as a whole.
    Root = 17,
    /// The end of the text, also written `{.eof}`.
    Eof = 18,
    /// `{.alternates with}`
    AlternatesWith = 19,
    /// `{.ctx @name key=value}`
    Ctxvar = 22,
    /// `{.eval expression}`
    Eval = 23,
    /// `{.include name}`
    Include = 24,
}

impl Opcode {
    /// The instruction's name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Opcode::Text => "TEXT",
            Opcode::Variable => "VARIABLE",
            Opcode::Section => "SECTION",
            Opcode::End => "END",
            Opcode::Repeated => "REPEATED",
            Opcode::Predicate => "PREDICATE",
            Opcode::Bindvar => "BINDVAR",
            Opcode::OrPredicate => "OR_PREDICATE",
            Opcode::If => "IF",
            Opcode::Inject => "INJECT",
            Opcode::Macro => "MACRO",
            Opcode::Comment => "COMMENT",
            Opcode::MetaLeft => "META_LEFT",
            Opcode::MetaRight => "META_RIGHT",
            Opcode::Newline => "NEWLINE",
            Opcode::Space => "SPACE",
            Opcode::Tab => "TAB",
            Opcode::Root => "ROOT",
            Opcode::Eof => "EOF",
            Opcode::AlternatesWith => "ALTERNATES_WITH",
            Opcode::Ctxvar => "CTXVAR",
            Opcode::Eval => "EVAL",
            Opcode::Include => "INCLUDE",
        }
    }
}
