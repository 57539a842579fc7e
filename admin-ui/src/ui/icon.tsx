/** 24 x 24 line icons, as on the public site. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  quote: 'M5 6v12M10 8h9M10 12h9M10 16h6',
  line: 'M4 12h16M8 7h8M8 17h8',
  table: 'M4 5h16v14H4Zm0 5h16M4 14.5h16M12 5v14',
  'row-above': 'M4 13h16v6H4ZM12 3v6M9 6h6',
  'row-below': 'M4 5h16v6H4ZM12 15v6M9 18h6',
  'column-left': 'M13 4v16h6V4ZM6 9v6M3 12h6',
  'column-right': 'M5 4v16h6V4ZM18 9v6M15 12h6',
  'row-delete': 'M4 5h16v6H4Zm5.500 10.500 5 5m0-5-5 5',
  'column-delete': 'M5 4v16h6V4Zm10 5.500 5 5m0-5-5 5',
  mail: 'M4 6h16v12H4Zm0 1 8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'm6 9 6 6 6-6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  alert: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7Zm0 7h7a3.5 3.5 0 0 1 0 7H7Z',
  bullet: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v4.500l3 2',
  check: 'm5 12.5 4.5 4.5L19 7',
  clear: 'M6 5h12M12 5l-2 9M5 19h8m3-5 5 5m0-5-5 5',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v11H9ZM5 15V4h10',
  desktop: 'M4 5h16v11H4Zm5 15h6m-3-4v4',
  external: 'M14 5h5v5m0-5-8 8M18 14v5H5V6h5',
  help: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM9.500 9.800c0-1.500 1.100-2.400 2.500-2.400s2.500.9 2.500 2.200c0 1.800-2.400 1.900-2.400 3.800M12 16.400v.1',
  image: 'M4 5h16v14H4Zm0 11 5-5 4 4 3-3 4 4M15.5 9h.01',
  italic: 'M10 5h8M6 19h8m1-14-6 14',
  key: 'M8 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1.200L19.500 4M16 7l3 3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  logout: 'M14 5H6v14h8m-3-7h10m-3.5-3.5L21 12l-3.5 3.5',
  ordered: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v4M4 16.5c0-1.6 2.6-1.6 2.6 0 0 1.2-2.6 1.8-2.6 3h2.7',
  page: 'M6 3h8l4 4v14H6Zm8 0v4h4M9 12h6m-6 4h6',
  pen: 'm4 20 1-4L16 5l3 3L8 19l-4 1Zm10-13 3 3',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3.500 19a5.500 5.500 0 0 1 11 0M16 5.500a3 3 0 0 1 0 5.500m1.500 2.800a5.500 5.500 0 0 1 3 5.200',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20a7.500 7.500 0 0 1 15 0',
  phone: 'M8 3h8v18H8Zm3 15h2',
  redo: 'M19 9H9a5 5 0 0 0 0 10h5m5-10-4-4m4 4-4 4',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.300 10.300L20 20',
  star: 'm12 4 2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z',
  strike:
    'M4 12h16M16.5 8C16 6 14.500 5 12 5 9.500 5 7.500 6.300 7.500 8.500c0 1.500.8 2.600 2 3.500m6 2.500c.7 2.500-1 4.500-3.800 4.500-2.700 0-4.500-1.300-4.700-3.500',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  trend: 'm4 16 5-5 4 4 7-8m-5 0h5v5',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  undo: 'M5 9h10a5 5 0 0 1 0 10h-5M5 9l4-4M5 9l4 4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
