import type { approval as azApproval } from './az-approval';

/** Asking for publication. */
export const approval: typeof azApproval & { queue_few: string; queue_many: string } = {
  ask: 'Отправить на публикацию…',
  askTitle: 'Отправить на публикацию',
  askHint: 'Редакторы увидят запрос над списком записей. Запись можно править и дальше.',
  note: 'Примечание для редактора (необязательно)',
  send: 'Отправить',
  waits: '{{name}} просит опубликовать: {{languages}} · {{time}}',
  changed: 'После запроса запись изменилась.',
  withdraw: 'Отозвать запрос',
  approve: 'Опубликовать',
  sendBack: 'Вернуть с примечанием…',
  returnTitle: 'Вернуть автору',
  returnNote: 'Что нужно сделать сначала?',
  returnSend: 'Вернуть',
  returnGone: 'Этого запроса больше нет: на него ответили или его отозвали.',
  returned: '{{name}}: возвращено на доработку · {{time}}',
  dismiss: 'Понятно',
  queue_one: 'Ждёт публикации: {{count}} запись',
  queue_few: 'Ждут публикации: {{count}} записи',
  queue_many: 'Ждут публикации: {{count}} записей',
  queue_other: 'Ждут публикации: {{count}} записи',
  open: 'Открыть',
  untitled: 'Без заголовка',
};
