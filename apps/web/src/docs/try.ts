/** Stays in this page: it is stored nowhere, and the session of the application is not used. */
let token = '';

function field(name: string, value: string, type = 'text'): readonly [HTMLLabelElement, HTMLInputElement] {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.type = type;
  input.value = value;
  input.autocomplete = 'off';
  input.spellcheck = false;
  label.append(name, input);
  return [label, input];
}

function area(name: string, value: string): readonly [HTMLLabelElement, HTMLTextAreaElement] {
  const label = document.createElement('label');
  const input = document.createElement('textarea');
  input.value = value;
  input.spellcheck = false;
  label.append(name, input);
  return [label, input];
}

const button = (text: string, type: 'button' | 'submit'): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = type;
  made.textContent = text;
  return made;
};

/** Offers to send the request of an operation from this page to this service. */
export function offerTry(section: HTMLElement, root: string): void {
  const place = section.querySelector('.try');
  if (place === null) return;
  const opener = button('Try it', 'button');
  opener.addEventListener('click', () => {
    const form = formOf(section, root);
    opener.replaceWith(form);
    form.querySelector('input')?.focus();
  });
  place.append(opener);
}

function formOf(section: HTMLElement, root: string): HTMLFormElement {
  const { method = 'GET', path = '', body, public: isPublic } = section.dataset;
  const form = document.createElement('form');
  form.setAttribute('aria-label', `Send ${method} ${path}`);
  const [tokenLabel, tokenField] = field('Token, kept in this page only', token, 'password');
  if (isPublic !== 'yes') form.append(tokenLabel);
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => {
    const [label, input] = field(name, '');
    input.required = true;
    form.append(label);
    return { name, input };
  });
  const [queryLabel, query] = field('Query, such as per_page=10', '');
  if (method === 'GET') form.append(queryLabel);
  const [bodyLabel, text] = area('Body', body ?? '');
  if (body !== undefined) form.append(bodyLabel);
  const output = document.createElement('output');
  form.append(button(`Send ${method}`, 'submit'), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token = tokenField.value.trim();
    const filled = inPath.reduce(
      (address, { name, input }) => address.replace(`{${name}}`, encodeURIComponent(input.value.trim())),
      path,
    );
    const address = `${root}api/v1${filled}${query.value === '' ? '' : `?${query.value}`}`;
    const headers: Record<string, string> = {};
    if (token !== '' && isPublic !== 'yes') headers['Authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    void send(address, { method, headers, credentials: 'omit', ...(body !== undefined && { body: text.value }) }).then(
      (answer) => show(output, answer),
    );
  });
  return form;
}

async function send(address: string, init: RequestInit): Promise<string> {
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    return `${response.status} ${response.statusText}\n${pretty(text)}`;
  } catch (error) {
    return `The service cannot be reached: ${String(error)}`;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(output: HTMLOutputElement, answer: string): void {
  const block = document.createElement('pre');
  block.tabIndex = 0;
  block.textContent = answer;
  output.replaceChildren(block);
}
