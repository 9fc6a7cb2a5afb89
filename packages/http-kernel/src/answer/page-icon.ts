/**
 * The icon of pages that load nothing. Without one, browsers ask for `/favicon.ico`, which the policy of such a page refuses; the
 * policy needs `PAGE_ICON_POLICY`.
 */
export const PAGE_ICON =
  '<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%227%22 fill=%22%233b5bdb%22/%3E%3Cg fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222.5%22%3E%3Ccircle cx=%2216%22 cy=%2216%22 r=%228%22/%3E%3Cpath d=%22M16 8v4M16 20v4M8 16h4M20 16h4%22/%3E%3C/g%3E%3Ccircle cx=%2216%22 cy=%2216%22 r=%222.4%22 fill=%22%23fff%22/%3E%3C/svg%3E">';

export const PAGE_ICON_POLICY = 'img-src data:';
