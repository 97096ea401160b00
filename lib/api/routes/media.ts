import type { PlainRoute } from '../route.ts'

/** Pictures that merchants upload. Only a deployment with the setting `media` has these routes. */
export const MEDIA_ROUTES = [
  {
    method: 'GET',
    path: '/admin/media',
    function: 'admin/media/list',
    setting: 'media',
    table: { actions: ['Query', 'UpdateItem'] },
  },
  {
    method: 'POST',
    path: '/admin/media',
    function: 'admin/media/create',
    setting: 'media',
    // It draws the picture: for this much Lambda gives a whole vCPU.
    memoryMb: 1769,
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
    objects: ['PutObject'],
  },
  {
    method: 'DELETE',
    path: '/admin/media/{id}',
    function: 'admin/media/delete',
    setting: 'media',
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    objects: ['DeleteObject'],
  },
] as const satisfies readonly PlainRoute[]
