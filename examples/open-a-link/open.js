// Decrypts the file of a link in this page. The key is in the part of the link after the #, which is sent to no server.
import { describeLink, openLink } from './client/index.js';

const [form, status, text] = ['form', '[role=status]', 'pre'].map((name) => document.querySelector(name));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const link = new FormData(form).get('link');
  try {
    const { name, size } = await describeLink(link);
    status.textContent = `${name}, ${size} bytes`;
    const { content } = await openLink(link);
    text.textContent = new TextDecoder().decode(content);
  } catch (error) {
    status.textContent = error.message;
  }
});
