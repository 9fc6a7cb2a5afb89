/** Whether a page is asked for by name: a program that takes anything (a missing header, or any type) gets JSON. */
export const acceptsHtml = (accepted = ''): boolean =>
  accepted.split(',').some((part) => {
    const [type, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return type === 'text/html' && !parameters.includes('q=0');
  });
