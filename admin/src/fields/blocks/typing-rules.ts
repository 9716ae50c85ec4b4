// Input rules for Markdown: `## `, `- `, `1. `, `> `, three backticks, and markers around words.
import { InputRule, inputRules, textblockTypeInputRule } from 'prosemirror-inputrules';
import type { MarkType } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import type { ListFormat } from './list-commands.ts';
import { wrapInList } from './list-format.ts';
import { NODES, schema } from './schema.ts';

export function typingRules(): Plugin {
  const { bold, italic, strikethrough, code } = schema.marks;
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, NODES.heading, (match) => ({
        level: match[1]?.length ?? 1,
      })),
      textblockTypeInputRule(/^>\s$/, NODES.quote),
      textblockTypeInputRule(/^```$/, NODES.codeBlock),
      listRule(/^[-*+]\s$/, 'unordered'),
      listRule(/^1[.)]\s$/, 'ordered'),
      markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, bold),
      markRule(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, italic),
      markRule(/(?:^|[^\w_])(_([^_\s](?:[^_]*[^_\s])?)_)$/, italic),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, strikethrough),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, code),
    ],
  });
}

function listRule(pattern: RegExp, format: ListFormat): InputRule {
  return new InputRule(pattern, (...[state, , start, end]) => {
    if (state.selection.$from.parent.type !== NODES.paragraph) return null;
    const transaction = state.tr.delete(start, end);
    const wrapped = state.apply(transaction);
    let result = null;
    wrapInList(format)(wrapped, (wrapping) => {
      for (const step of wrapping.steps) transaction.step(step);
      transaction.setSelection(
        wrapping.selection.map(
          transaction.doc,
          transaction.mapping.slice(transaction.steps.length),
        ),
      );
      result = transaction;
    });
    return result;
  });
}

/** The last character is not in the document yet. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (...[state, match, , end]) => {
    const [, whole = '', text = ''] = match;
    const sign = (whole.length - text.length) / 2;
    const from = end - (whole.length - 1);
    const { $from } = state.selection;
    if (!$from.parent.type.allowsMarkType(type) || $from.parent.type === NODES.codeBlock)
      return null;
    return state.tr
      .delete(from + sign + text.length, end)
      .delete(from, from + sign)
      .addMark(from, from + text.length, type.create())
      .removeStoredMark(type);
  });
}
