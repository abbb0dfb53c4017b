// Adds to pages that work without it: a text editor, a warning before entries are lost, and shorter forms.

/** The elements that the editor keeps; any other element or attribute would be lost. */
const ELEMENTS = new Set('DIV P BR A STRONG B EM I UL OL LI'.split(' '));
const ATTRIBUTES = new Set(['href', 'rel', 'target']);

/** Elements that run nothing. */
const parsed = (html) => new DOMParser().parseFromString(html, 'text/html').body;

const isSimple = (body) =>
  [...body.querySelectorAll('*')].every(
    ({ tagName, attributes }) =>
      ELEMENTS.has(tagName) && [...attributes].every(({ name }) => ATTRIBUTES.has(name)),
  );

function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

function toolbar(words, id) {
  const button = (text, attributes) => element('button', { type: 'button', ...attributes }, text);
  const address = {
    type: 'url',
    name: 'href',
    required: '',
    disabled: '',
    placeholder: 'https://',
    'aria-label': words.address,
    'data-trix-input': '',
    'data-trix-validate-href': '',
  };
  return element(
    'trix-toolbar',
    { id, role: 'toolbar', 'aria-label': words.toolbar },
    button(words.bold, { 'data-trix-attribute': 'bold', 'data-trix-key': 'b' }),
    button(words.link, { 'data-trix-attribute': 'href', 'data-trix-action': 'link', 'data-trix-key': 'k' }),
    button(words.list, { 'data-trix-attribute': 'bullet' }),
    button(words.undo, { 'data-trix-action': 'undo', 'data-trix-key': 'z' }),
    button(words.redo, { 'data-trix-action': 'redo', 'data-trix-key': 'shift+z' }),
    element(
      'div',
      { 'data-trix-dialogs': '' },
      element(
        'div',
        { 'data-trix-dialog': 'href', 'data-trix-dialog-attribute': 'href' },
        element('input', address),
        button(words.setLink, { 'data-trix-method': 'setAttribute' }),
        button(words.unlink, { 'data-trix-method': 'removeAttribute' }),
      ),
    ),
  );
}

/** Adds `https://` to an address such as `example.org`, before the editor reads it. */
function completeAddress(bar) {
  const input = bar.querySelector('input');
  const complete = ({ type, key }) => {
    if ((type === 'change' || key === 'Enter') && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(input.value))
      input.value = `https://${input.value}`;
  };
  for (const type of ['change', 'keydown']) input.addEventListener(type, complete);
}

/** Puts the editor in place of a text area, which keeps the value of the form. */
async function edit(area) {
  const { id, value: original } = area;
  const words = JSON.parse(area.dataset.editor ?? '{}');
  // A text without tags has line ends of its own.
  const body = parsed(original.includes('<') ? original : original.trim().replaceAll('\n', '<br>'));
  if (!isSimple(body)) {
    area.after(element('span', { class: 'hint' }, words.plain));
    return;
  }
  await import(document.body.dataset.editorSrc ?? '');
  const { blockAttributes, textAttributes } = globalThis.Trix.config;
  for (const name of ['heading1', 'quote', 'code']) delete blockAttributes[name];
  delete textAttributes.strike;
  // Paragraphs stay paragraphs.
  blockAttributes.default.tagName = 'p';

  const editor = element(
    'trix-editor',
    { toolbar: `${id}-toolbar`, 'aria-multiline': 'true' },
    ...body.childNodes,
  );
  editor.willCreateInput = false;
  for (const name of ['aria-describedby', 'aria-invalid']) {
    const value = area.getAttribute(name);
    if (value !== null) editor.setAttribute(name, value);
  }
  const [label] = area.labels ?? [];
  if (label) {
    label.id = `${id}-label`;
    editor.setAttribute('aria-labelledby', label.id);
  }
  // The label and the list of errors lead to the editor.
  area.id = `${id}-html`;
  editor.id = id;
  area.hidden = true;
  let untouched = ''; // the editor's own form of the text, before the first change
  const bar = toolbar(words, `${id}-toolbar`);
  editor.addEventListener('trix-initialize', () => {
    untouched = editor.value;
  });
  editor.addEventListener('trix-change', () => {
    // The editor writes some spaces as no-break spaces.
    area.value = editor.value === untouched ? original : editor.value.replaceAll('&nbsp;', ' ');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  editor.addEventListener('trix-file-accept', (event) => event.preventDefault());
  editor.addEventListener('trix-attachment-add', ({ attachment }) => attachment.remove());
  editor.addEventListener('trix-attributes-change', ({ attributes }) => {
    for (const button of bar.querySelectorAll('[data-trix-attribute]'))
      button.setAttribute('aria-pressed', String(Boolean(attributes[button.dataset.trixAttribute])));
  });
  completeAddress(bar);
  area.before(bar, editor);
}

/** Asks before entries are lost. */
function keepEntries(form) {
  form.addEventListener('input', () => form.toggleAttribute('data-changed', true));
  form.addEventListener('submit', () => form.toggleAttribute('data-changed', false));
  addEventListener('beforeunload', (event) => {
    if (form.hasAttribute('data-changed')) event.preventDefault();
  });
}

/** Hides the controls that the choices of an event do not need, unless it has an error. */
function shorten(form) {
  const chosen = (name) => form.elements.namedItem(name)?.value;
  const update = () => {
    const isTimed = !document.getElementById('allDay')?.checked;
    const [repeat, ends] = [chosen('repeat'), chosen('ends')];
    const repeats = repeat !== 'none';
    const hasRule = repeats && repeat !== 'own';
    const needed = {
      time: isTimed,
      endTime: isTimed,
      every: hasRule,
      weekdays: repeat === 'WEEKLY',
      ends: hasRule,
      until: hasRule && ends === 'until',
      count: hasRule && ends === 'count',
      exceptions: repeats,
    };
    for (const [name, isNeeded] of Object.entries(needed)) {
      const part = document.getElementById(name)?.closest('.field, .choices');
      if (part) part.hidden = !isNeeded && part.querySelector('.error') === null;
    }
  };
  form.addEventListener('change', update);
  update();
}

for (const area of document.querySelectorAll('textarea[data-editor]')) edit(area);
for (const form of document.querySelectorAll('form.record:not(.sign-in)')) {
  keepEntries(form);
  shorten(form);
}
document.getElementById('errors')?.focus();
