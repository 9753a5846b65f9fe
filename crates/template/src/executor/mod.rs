//! Walks the tree over a context and writes text.

mod expression;
mod partial;

use crate::error::{ErrorKind, Fault};
use crate::instruction::{Code, Instruction, Otherwise, Range};
use crate::node::Node;
use crate::opcode::Opcode;
use crate::runtime::{Context, Macro, Stop, Template};
use crate::vocabulary::map_text;

pub use partial::MAX_PARTIAL_DEPTH;

type Done = Result<(), Stop>;

/// Blocks nest at most this deep in one render, counted through partials: the guard of the machine's own stack.
const MAX_NESTING: u32 = 400;

/// Runs a whole template.
pub(crate) fn run<'r>(context: &mut Context<'r>, template: &'r Template) {
    // A stop has been recorded as an error; what was written stays.
    let _ = block(context, template, template.root);
}

/// Runs a block of a template in a new frame, in place.
fn run_template<'r>(
    context: &mut Context<'r>,
    template: &'r Template,
    range: Range,
    node: Node<'r>,
    private: bool,
    args: Option<Node<'r>>,
) {
    context.push_frame(node);
    if private {
        let top = context.frames.len() - 1;
        context.frames[top].barrier = true;
    }
    if let Some(args) = args {
        context.bind("@args", args);
    }
    let _ = block(context, template, range);
    context.pop_frame();
}

impl<'r> Context<'r> {
    /// Runs the macro or partial of this name as `{node|apply name}` does and writes its output; a missing one, a
    /// broken one and one nested too deep are reported and write nothing.
    ///
    /// `args` becomes `@args` inside.
    pub fn apply_partial(&mut self, name: &str, node: Node<'r>, private: bool, args: Option<Node<'r>>) {
        let Some((template, range)) = partial::find(self, name) else {
            return self.error(ErrorKind::PartialMissing(name.into()));
        };
        if partial::enter(self, name) {
            run_template(self, template, range, node, private, args);
            self.partial_depth -= 1;
        }
    }
}

/// `{.include name}`: runs in the current frame, so that what it defines stays; its text is dropped unless asked for.
fn include<'r>(context: &mut Context<'r>, name: &str, output: bool) -> Done {
    if !context.options.includes {
        return Ok(());
    }
    let Some((template, range)) = partial::find(context, name) else {
        context.error(ErrorKind::PartialMissing(name.into()));
        return check(context);
    };
    let mark = context.out.len();
    let mut result = Ok(());
    if partial::enter(context, name) {
        result = block(context, template, range);
        context.partial_depth -= 1;
    }
    if !output {
        context.drop_from(mark);
    }
    result.and_then(|()| check(context))
}

fn block<'r>(context: &mut Context<'r>, template: &'r Template, range: Range) -> Done {
    if context.nesting >= MAX_NESTING {
        context.error(ErrorKind::NestingLimit(MAX_NESTING));
        return Ok(());
    }
    context.nesting += 1;
    let code = range.of(&template.code);
    let result = count(context, code.len())
        .and_then(|()| code.iter().try_for_each(|instruction| execute(context, template, instruction)));
    context.nesting -= 1;
    result
}

/// Counts steps and output against the limits, a block at a time.
#[inline]
fn count(context: &mut Context<'_>, steps: usize) -> Done {
    context.steps += steps as u64 + 1;
    let limits = &context.options.limits;
    if context.stopped || context.steps > limits.steps || context.out.len() > limits.output_bytes {
        return Err(stop(context));
    }
    Ok(())
}

#[cold]
fn stop(context: &mut Context<'_>) -> Stop {
    if !context.stopped {
        context.stopped = true;
        let limits = context.options.limits;
        let kind = if context.steps > limits.steps {
            ErrorKind::StepLimit(limits.steps)
        } else if context.out.len() > limits.output_bytes {
            ErrorKind::OutputLimit(limits.output_bytes)
        } else {
            ErrorKind::MemoryLimit(limits.memory_bytes)
        };
        context.error(kind);
    }
    if context.out.len() > context.options.limits.output_bytes {
        let mut end = context.options.limits.output_bytes;
        while !context.out.is_char_boundary(end) {
            end -= 1;
        }
        context.drop_from(end);
    }
    Stop
}

fn execute<'r>(context: &mut Context<'r>, template: &'r Template, instruction: &'r Instruction) -> Done {
    let source: &'r str = &template.source;
    match &instruction.code {
        Code::Text(span) => context.out.push_str(span.of(source)),
        Code::Variable(path) => {
            let node = context.resolve_at(source, path.of(&template.segments), context.frames.len() - 1);
            let mark = context.out.len();
            node.write_output(&mut context.out);
            context.note(node, mark);
        }
        Code::Mapped { path, function } => {
            let node = context.resolve_at(source, path.of(&template.segments), context.frames.len() - 1);
            let mark = context.out.len();
            map_text(*function, node, &mut context.out);
            context.note(node, mark);
        }
        Code::Formatted { paths, calls } => {
            context.template = template;
            context.at = instruction.at;
            formatted(context, template, *paths, *calls);
            return check(context);
        }
        Code::Section { path, block: body, otherwise } => {
            let node = context.resolve_here(source, path.of(&template.segments));
            context.push_frame(node);
            let result = if node.is_true() {
                block(context, template, *body)
            } else {
                branch(context, template, *otherwise)
            };
            context.pop_frame();
            return result;
        }
        Code::Repeated { path, block: body, otherwise, alternates } => {
            let node = context.resolve_here(source, path.of(&template.segments));
            let elements = node.elements();
            if elements.is_empty() {
                return branch(context, template, *otherwise);
            }
            return repeated(context, template, node, *body, *alternates);
        }
        Code::Predicate { test, block: body, otherwise } => {
            context.template = template;
            context.at = instruction.at;
            return match test_of(context, template, *test, Opcode::Predicate) {
                Some(true) => block(context, template, *body),
                Some(false) => branch(context, template, *otherwise),
                None => check(context),
            };
        }
        Code::IfTrue { path, block: body, otherwise } => {
            let node = context.resolve_at(source, path.of(&template.segments), context.frames.len() - 1);
            return if node.is_true() {
                block(context, template, *body)
            } else {
                branch(context, template, *otherwise)
            };
        }
        Code::If { condition, block: body, otherwise } => {
            context.template = template;
            context.at = instruction.at;
            return match condition_of(context, template, *condition) {
                Some(true) => block(context, template, *body),
                Some(false) => branch(context, template, *otherwise),
                None => check(context),
            };
        }
        Code::Bindvar { name, paths, calls } => {
            context.template = template;
            context.at = instruction.at;
            bindvar(context, template, name.of(source), *paths, *calls);
            return check(context);
        }
        Code::Ctxvar { name, bindings } => {
            let bindings = bindings.of(&template.bindings);
            let top = context.frames.len() - 1;
            let members = bindings.iter().map(|binding| {
                let node = context.resolve_at(source, binding.path.of(&template.segments), top);
                (binding.key.of(source), if node.is_missing() { Node::Null } else { node })
            });
            let object = context.arena.object(members);
            context.bind(name.of(source), object);
            return check(context);
        }
        Code::Inject { name, path, .. } => {
            let node = context.injectable(path.of(source));
            context.bind(name.of(source), node);
        }
        Code::Macro { name, block } => {
            let start = context.frames[context.frames.len() - 1].macros as usize;
            context.macros.set(name.of(source), Macro { template, block: *block }, start);
        }
        Code::Comment { .. } => {}
        Code::MetaLeft => context.out.push('{'),
        Code::MetaRight => context.out.push('}'),
        Code::Newline => context.out.push('\n'),
        Code::Space => context.out.push(' '),
        Code::Tab => context.out.push('\t'),
        Code::Eval(at) => {
            context.template = template;
            context.at = instruction.at;
            expression::eval(context, template, *at);
            return check(context);
        }
        Code::Include { name, output, .. } => {
            context.template = template;
            context.at = instruction.at;
            return include(context, name.of(source), *output);
        }
    }
    Ok(())
}

/// Ends the render after an instruction during which it was stopped, or which has taken too much memory.
#[inline]
fn check(context: &mut Context<'_>) -> Done {
    let held = context.arena.allocated_bytes().saturating_sub(context.arena_before);
    if context.stopped || held > context.options.limits.memory_bytes {
        return Err(stop(context));
    }
    Ok(())
}

fn branch<'r>(context: &mut Context<'r>, template: &'r Template, mut otherwise: Otherwise) -> Done {
    while let Otherwise::Branch(at) = otherwise {
        let branch = &template.branches[at as usize];
        context.template = template;
        context.at = branch.at;
        let runs = match branch.test {
            Some(test) => test_of(context, template, test, Opcode::OrPredicate),
            None => Some(true),
        };
        match runs {
            Some(true) => return block(context, template, branch.block),
            Some(false) => otherwise = branch.otherwise,
            None => return check(context),
        }
    }
    Ok(())
}

fn repeated<'r>(
    context: &mut Context<'r>,
    template: &'r Template,
    list: Node<'r>,
    body: Range,
    alternates: Range,
) -> Done {
    let elements = list.elements();
    context.push_frame(list);
    let outer = context.frames.len() - 1;
    // One frame serves all elements, cleared between them.
    context.push_frame(Node::Missing);
    let mut result = Ok(());
    for (at, element) in elements.iter().enumerate() {
        context.frames[outer].position = at as i64;
        context.renew_frame(*element);
        result = block(context, template, body);
        if result.is_ok() && !alternates.is_empty() && at + 1 < elements.len() {
            result = block(context, template, alternates);
        }
        if result.is_err() {
            break;
        }
    }
    context.pop_frame();
    context.pop_frame();
    result
}

/// The result of a predicate; nothing if it failed.
fn test_of<'r>(context: &mut Context<'r>, template: &'r Template, test: u32, opcode: Opcode) -> Option<bool> {
    let Some(predicate) = &template.tests[test as usize].predicate else { return Some(false) };
    match predicate.test(context) {
        Ok(result) => Some(result),
        Err(fault) => {
            failed(context, fault, opcode);
            None
        }
    }
}

#[cold]
fn failed(context: &mut Context<'_>, fault: Fault, opcode: Opcode) {
    context.error(ErrorKind::Unexpected(fault.name, opcode, fault.message));
}

/// `{.if}`: strictly left to right, and the first operator that decides ends it (T-023).
fn condition_of(context: &mut Context<'_>, template: &Template, at: u32) -> Option<bool> {
    let condition = &template.conditions[at as usize];
    let top = context.frames.len() - 1;
    let mut paths = condition.paths.of(&template.paths).iter();
    let mut truth = |context: &Context<'_>| {
        let path = paths.next()?;
        Some(context.resolve_at(&template.source, path.of(&template.segments), top).is_true())
    };
    let Some(mut result) = truth(context) else {
        failed(context, Fault::named("TypeError", "there is no variable to test"), Opcode::If);
        return None;
    };
    for and in &condition.and {
        // A false left side decides `&&`, a true one `||` — but only from the second variable on, which is looked at
        // in any case.
        let Some(value) = truth(context) else { break };
        result = if *and { result && value } else { result || value };
        if result != *and {
            break;
        }
    }
    Some(result)
}

/// Runs `work` with the values of a tag's names: one of them on the stack, more in a vector.
fn with_values<'r, T>(
    context: &mut Context<'r>,
    template: &'r Template,
    paths: Range,
    work: impl FnOnce(&mut Context<'r>, &mut [Node<'r>]) -> T,
) -> T {
    let top = context.frames.len() - 1;
    let resolve = |context: &Context<'r>, path: &Range| {
        context.resolve_at(&template.source, path.of(&template.segments), top)
    };
    match paths.of(&template.paths) {
        [path] => {
            let mut value = [resolve(context, path)];
            work(context, &mut value)
        }
        paths => {
            let mut values: Vec<Node<'r>> = paths.iter().map(|path| resolve(context, path)).collect();
            work(context, &mut values)
        }
    }
}

fn formatted<'r>(context: &mut Context<'r>, template: &'r Template, paths: Range, calls: Range) {
    let mark = context.out.len();
    let notes = context.notes.len();
    let result = with_values(context, template, paths, |context, values| {
        let first = values[0];
        context.push_frame(first);
        let depth = context.frames.len();
        let result = match calls.of(&template.calls).split_last() {
            None => {
                context.print(values[0]);
                Ok(())
            }
            Some((last, before)) => before
                .iter()
                .try_for_each(|call| call.formatter.apply(values, context))
                .and_then(|()| last.formatter.print(values, context)),
        };
        debug_assert_eq!(depth, context.frames.len());
        context.pop_frame();
        // A partial that was applied has said itself what it printed.
        if context.notes.len() == notes {
            context.note(first, mark);
        }
        result
    });
    if let Err(fault) = result {
        context.drop_from(mark);
        failed(context, fault, Opcode::Variable);
    }
}

fn bindvar<'r>(context: &mut Context<'r>, template: &'r Template, name: &'r str, paths: Range, calls: Range) {
    let result = with_values(context, template, paths, |context, values| {
        calls
            .of(&template.calls)
            .iter()
            .try_for_each(|call| call.formatter.apply(values, context))
            .map(|()| values[0])
    });
    match result {
        Ok(value) => context.bind(name, value),
        Err(fault) => failed(context, fault, Opcode::Bindvar),
    }
}
