import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../../src/batch/input/template.js';
import { short, tasksOf, template } from './read.js';

const TASK = {
  title: 'A <b> & "c"',
  n: 5,
  nothing: null,
  list: [1, 'x'],
  deep: { er: { est: 'down' }, 'a.b': 'inner' },
  'a.b': 'dotted',
  braces: '{{title}}',
};

function filled(text: string, task: Parameters<ReturnType<typeof template>['fill']>[0] = TASK) {
  const result = template(text).fill(task);
  return 'prompt' in result ? result.prompt : `! ${result.problem}`;
}

describe('a template', () => {
  it.each([
    ['plain } { }} text', 'plain } { }} text'],
    ['Classify: {{title}}.', 'Classify: A <b> & "c".'],
    ['{{ title }}{{title}}', 'A <b> & "c"A <b> & "c"'],
    ['{{{title}}}', 'A <b> & "c"'],
    ['{{n}} {{nothing}} {{list}}', '5 null [1,"x"]'],
    ['{{deep.er.est}} {{deep.er}}', 'down {"est":"down"}'],
    ['{{list.1}}', 'x'],
    ['{{a.b}}', 'dotted'],
    ['{{braces}}', '{{title}}'],
    ['\\{{title}} {{n}}', '{{title}} 5'],
    ['$& $1 {{n}}', '$& $1 5'],
    ['{{title}\n}', '!'],
  ])('%j', (text, prompt) => {
    if (prompt === '!') expect(parseTemplate(text)).toHaveProperty('problem');
    else expect(filled(text)).toBe(prompt);
  });

  it.each([
    ['{{title', "The template has '{{title' without its end; write {{field}}, or \\{{ for two braces."],
    ['{{}}', "The template has '{{}}', which names no field."],
    ['{{#each x}}', "The template has '{{#each x}}', and templates have no logic: only {{field}} is put in."],
    ['{{{title}}', "The template has '{{{title}}' without its end; write {{field}}, or \\{{ for two braces."],
  ])('%j is refused', (text, problem) => {
    expect(parseTemplate(text)).toEqual({ problem });
  });

  it('names what a task has not', () => {
    expect(filled('{{titel}}', { title: 1, body: 2 })).toBe(
      "! it has no field 'titel', which the template names; it has 'title' and 'body'",
    );
    expect(filled('{{deep.er.x}}')).toContain("! it has no field 'deep.er.x'");
    expect(filled('{{toString}}', {})).toContain('it has none');
    expect(filled('{{__proto__}}', {})).toContain("no field '__proto__'");
    expect(filled('{{__proto__}}', JSON.parse('{"__proto__":"x"}'))).toBe('x');
  });

  it('has {{.}} for the whole', () => {
    expect(filled('<{{.}}>', 'text')).toBe('<text>');
    expect(filled('<{{.}}>', { a: 1 })).toBe('<{"a":1}>');
    expect(filled('{{a}}', 'text')).toBe(
      "! it is a string without fields, and the template names 'a' (the string is {{.}})",
    );
  });

  it('does not round', () => {
    expect(filled('{{a}}', JSON.parse('{"a":{"b":9007199254740993}}'))).toContain('beyond 2^53');
  });

  it('makes prompts of the fields; those of a task keep their meaning', async () => {
    const line = '{"id":"i","title":"T","model":"m"}';
    expect(await tasksOf('jsonl', line, { template: 'Do {{title}}' })).toEqual([
      { kind: 'task', task: { index: 0, id: 'i', prompt: 'Do T', model: 'm' }, hasDefaultId: false },
    ]);
    expect(await short('jsonl', '"a"\n{"x":1}\n', { template: '[{{.}}]' })).toEqual(['[a]', '[{"x":1}]']);
    expect(await short('jsonl', '{"prompt":"p","other":1}', { template: '{{prompt}}' })).toEqual(['p']);
  });
});
