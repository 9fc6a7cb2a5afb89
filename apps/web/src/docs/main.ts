import { copyText } from '../base/copy-text.ts';
import { offerTry } from './try.ts';

const root = document.documentElement;
const LANGUAGE = 'docs:language';
const THEME = 'theme';

const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
};

/** The same choice as in the application. */
function showTheme(): void {
  const stored = localStorage.getItem(THEME);
  if (stored === 'light' || stored === 'dark') root.dataset['theme'] = stored;
  else delete root.dataset['theme'];
}

function turnTheme(): void {
  const isDark = getComputedStyle(root).colorScheme === 'dark' || (!root.dataset['theme'] && prefersDark());
  localStorage.setItem(THEME, isDark ? 'light' : 'dark');
  showTheme();
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

function showLanguage(): void {
  const language = localStorage.getItem(LANGUAGE) ?? 'curl';
  root.dataset['lang'] = language;
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]'))
    button.setAttribute('aria-pressed', String(button.dataset['choose'] === language));
}

function offerCopies(): void {
  for (const block of document.querySelectorAll('main pre')) {
    const text = block.textContent ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void copyText(text).then((isCopied) => {
        button.textContent = isCopied ? 'Copied' : 'Not copied: mark the text';
      });
    });
    block.prepend(button);
  }
}

/** Finds pages and operations by words of their titles. */
function offerFinding(): void {
  const field = byId('find');
  const [entries, found] = [byId('entries'), byId('found')];
  if (!(field instanceof HTMLInputElement)) return;
  const links = [...entries.querySelectorAll('a')].map((link) => ({
    link,
    text: `${link.textContent ?? ''} ${link.dataset['words'] ?? ''}`.toLowerCase(),
  }));
  field.hidden = false;
  field.addEventListener('input', () => {
    const words = field.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    entries.hidden = words.length > 0;
    found.hidden = words.length === 0;
    found.replaceChildren(
      ...links
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .slice(0, 30)
        .map(({ link }) => {
          const row = document.createElement('li');
          row.append(link.cloneNode(true));
          return row;
        }),
    );
    if (words.length > 0 && found.childElementCount === 0) {
      const row = document.createElement('li');
      row.textContent = 'Nothing has these words in its title.';
      found.append(row);
    }
  });
}

showTheme();
showLanguage();
offerCopies();
offerFinding();
for (const section of document.querySelectorAll<HTMLElement>('.operation'))
  offerTry(section, root.dataset['root'] ?? '');

const theme = byId('theme');
theme.hidden = false;
theme.addEventListener('click', turnTheme);
const menu = byId('menu');
menu.hidden = false;
menu.addEventListener('click', () => {
  const isOpen = root.toggleAttribute('data-menu');
  menu.setAttribute('aria-expanded', String(isOpen));
});
document.addEventListener('click', ({ target }) => {
  const language = target instanceof HTMLElement ? target.dataset['choose'] : undefined;
  if (language === undefined) return;
  localStorage.setItem(LANGUAGE, language);
  showLanguage();
});
