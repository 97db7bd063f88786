// The search and "Try it" of /docs. The pages work without it; what needs it is hidden until it runs.
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// ---- Search: the index is loaded once, when the field is used.

let index;
const loadIndex = () => {
  index ??= fetch('/docs/search.json').then((response) => response.json());
  return index;
};

/** How well an entry fits: all words must occur; in the title they count more, and at the start of a word most. */
function scoreOf([title, , kind, text], words) {
  let score = kind === 'Guides' ? 1 : 0;
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  for (const word of words) {
    const at = inTitle.indexOf(word);
    if (at >= 0) score += at === 0 || /\W/.test(inTitle[at - 1]) ? 12 : 6;
    else if (inText.includes(word)) score += 2;
    else return 0;
  }
  return score;
}

function setUpSearch() {
  const form = $('#search');
  if (!form) return;
  const input = $('input', form);
  const list = $('ul', form);
  const status = $('[role=status]', form);
  let chosen = -1;
  form.hidden = false;
  const options = () => $$('[role=option]', list);
  const choose = (next) => {
    const all = options();
    chosen = all.length === 0 ? -1 : (next + all.length) % all.length;
    all.forEach((option, at) => {
      option.setAttribute('aria-selected', String(at === chosen));
      if (at === chosen) option.scrollIntoView({ block: 'nearest' });
    });
    if (chosen >= 0) input.setAttribute('aria-activedescendant', all[chosen].id);
    else input.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  };
  const go = (option) => {
    if (option) location.assign(option.dataset.url);
    close();
  };
  const show = async () => {
    const asked = input.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return close();
    const entries = await loadIndex();
    if (input.value !== asked) return;
    const found = entries
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, 12);
    list.replaceChildren(
      ...found.map(({ entry: [title, url, kind, text] }, at) => {
        const option = element(
          'li',
          { id: `found-${at}`, role: 'option' },
          element('b', { textContent: title }),
          element('small', { textContent: kind }),
          element('span', { textContent: text }),
        );
        option.dataset.url = url;
        return option;
      }),
    );
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    status.textContent = found.length === 0 ? `Nothing found for “${asked}”.` : `${found.length} results`;
    status.classList.toggle('visible', found.length === 0);
    choose(found.length > 0 ? 0 : -1);
  };
  input.addEventListener('focus', loadIndex, { once: true });
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape') close();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go(options()[Math.max(chosen, 0)]);
  });
  // The press would move the focus, which closes the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => go(target.closest('[role=option]')));
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

// ---- Try it: calls the operation with the session of the console.

let session;
const whoIsIn = () => {
  session ??= fetch('/api/auth/session').then((response) => (response.ok ? response.json() : null));
  return session;
};

/** Enough to see; the rest would only slow the page down. */
const MOST_SHOWN = 100_000;

function shown(text, type) {
  if (!type?.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The address that the fields make; null while a part of the path is empty. */
function addressOf(form, path) {
  const query = new URLSearchParams();
  let filled = path;
  for (const input of $$('[data-in]', form)) {
    const value = input.value.trim();
    if (input.dataset.in === 'path') filled = filled.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (value) query.append(input.name, value);
  }
  const asked = query.toString();
  return `/api/session${filled}${asked ? `?${asked}` : ''}`;
}

async function call(form, { method, path, idempotent }) {
  const result = $('output', form);
  const body = $('textarea', form)?.value.trim();
  const headers = {};
  if (body) headers['content-type'] = 'application/json';
  if (idempotent) headers['idempotency-key'] = crypto.randomUUID();
  result.hidden = false;
  result.replaceChildren('Sending…');
  try {
    const response = await fetch(addressOf(form, path), { method, headers, ...(body && { body }) });
    const text = shown(await response.text(), response.headers.get('content-type'));
    const code = element(
      'pre',
      { tabIndex: 0 },
      element('code', { textContent: text.slice(0, MOST_SHOWN) || '(empty)' }),
    );
    result.replaceChildren(
      element('b', {
        className: response.ok ? 'good' : 'bad',
        textContent: `${response.status} ${response.statusText}`,
      }),
      code,
    );
  } catch {
    result.replaceChildren('The deployment does not respond. Check your connection, then try again.');
  }
}

/** Other methods than GET change something, so they ask first. */
function confirmed({ method, path }) {
  const dialog = $('#confirm');
  $('p', dialog).textContent = `${method} ${path} may change your workspace or send mail.`;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'send'), { once: true });
  });
}

async function openTry(details) {
  const form = $('form', details);
  const note = $('.who', details);
  const visitor = await whoIsIn();
  const place = encodeURIComponent(location.pathname + location.hash);
  if (!visitor) {
    note.replaceChildren(
      element('a', { href: `/console/sign-in?next=${place}`, textContent: 'Sign in' }),
      ' to call it as yourself.',
    );
    return;
  }
  const where = visitor.workspace?.name ?? (visitor.on_platform ? 'the platform' : 'no workspace');
  note.textContent = `As ${visitor.user.name || visitor.user.email} in ${where}, with your permissions.`;
  const tenant = $('[name=tenant_id]', form);
  if (tenant && !tenant.value && visitor.workspace) tenant.value = visitor.workspace.id;
  form.hidden = false;
}

function setUpTry() {
  for (const details of $$('details.try')) {
    details.hidden = false;
    details.addEventListener('toggle', () => details.open && openTry(details), { once: true });
    $('form', details).addEventListener('submit', async (event) => {
      event.preventDefault();
      const { method, path, idempotent } = details.dataset;
      if (method !== 'GET' && !(await confirmed({ method, path }))) return;
      await call(event.target, { method, path, idempotent: idempotent === 'true' });
    });
  }
}

setUpSearch();
setUpTry();
