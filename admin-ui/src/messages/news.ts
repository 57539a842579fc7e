import type { Message } from '../api/types';
import type { Translate } from '../i18n/translate';

/** What colleagues have done to a message since it was shown; of its note, if that `tells`. */
export function newsOf(t: Translate, before: Message, now: Message, tells: boolean): string {
  const name = now.assigned_to?.username;
  const said = [
    now.state !== before.state && t(`messages.news_${now.state}`, { name: now.handled_by ?? '' }),
    before.suspected && !now.suspected && t('messages.newsCleared'),
    now.assigned_to?.id !== before.assigned_to?.id && (name ? t('messages.newsAssigned', { name }) : t('messages.newsNobody')),
    tells && now.note !== before.note && t('messages.newsNote'),
  ];
  return said.filter(Boolean).join(' ');
}
