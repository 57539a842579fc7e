import type { Translation } from './az';

/** A link for somebody without an account. */
export const share: Translation['share'] = {
  title: 'Ссылка для согласования',
  text: 'По этой ссылке черновик можно прочитать в том виде, какой будет на сайте, без учётной записи. Она действует семь дней.',
  make: 'Создать ссылку',
  again: 'Создать новую ссылку',
  until: 'Ссылка действует до {{time}} (по бакинскому времени).',
  revoke: 'Отозвать ссылку',
  revoked: 'Ссылка больше не действует.',
  link: 'Ссылка',
};
