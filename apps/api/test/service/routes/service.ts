import type { RowsByRoute } from './row.ts';

/** The routes of the service itself. */
export const serviceRows = {
  'GET /classifications': {
    rights: { allowed: ['outsider', '200'] },
    list: ({ ada }) => ({ path: '/classifications', by: ada.caller, id: 'label' }),
  },
  'GET /openapi.json': { open: '200' },
  'GET /service': { open: '200' },
} satisfies Partial<RowsByRoute>;
