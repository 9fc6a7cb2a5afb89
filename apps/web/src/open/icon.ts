import { FILE_ICONS } from '../design/file-icons.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** A decoration, as in the rooms: screen readers get its name from the text beside it. */
export function drawIcon(name: keyof typeof FILE_ICONS): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.appendChild(document.createElementNS(SVG, 'path')).setAttribute('d', FILE_ICONS[name]);
  return icon;
}
