/** Lines of 24 by 24 for lists of files. The page of a link draws them too, without React. */
export const FILE_ICONS = {
  folder: 'M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  file: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5',
  pdf: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8.5 17.5c2-1.5 3.4-4 3.6-6 .3 2.6 1.6 4.2 3.4 4.7M8.5 17.5c2-1 4.5-1.6 7-1.3',
  text: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8.5 12h7M8.5 15h7M8.5 18h4',
  table: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8 12h8v6H8zM8 15h8M12 12v6',
  slides: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8 12.5h8v5H8z',
  image:
    'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8 18l2.8-3.5 2 2 1.2-1.5 2 3M9.5 11.5v.010',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  packed:
    'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M9.5 4v1.5M11 6.5V8M9.5 9v1.5M11 11.5V13M9 15h3v3H9z',
  media: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M10 12l5 3-5 3z',
  download: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  right: 'M9 6l6 6-6 6',
} as const;
