import type { Spoken } from './detect';

/** Month names as they stand in a date; browsers format Azerbaijani wrongly, so nothing is left to `Intl`. */
const MONTHS: Readonly<Record<Spoken, readonly string[]>> = {
  az: ['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun', 'iyul', 'avqust', 'sentyabr', 'oktyabr', 'noyabr', 'dekabr'],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ru: ['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
};

/** Asia/Baku has had no summer time since 2016: four hours ahead of UTC. */
const BAKU = 4 * 3600 * 1000;

type Moment = string | number | Date;

/** Before the Russian word for a year, which begins no line: a blank that does not break. */
const YEAR = '\u00a0г.';

/** The day of the office, as the site shows it, wherever the editor sits: `5 mart 2025`, `March 5, 2025`, `5 марта 2025 г.`. */
export function formatDate(time: Moment, language: Spoken): string {
  const date = inBaku(time);
  if (!date) return '';
  const month = MONTHS[language][date.getUTCMonth()] ?? '';
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()];
  if (language === 'en') return `${month} ${day}, ${year}`;
  return `${day} ${month} ${year}${language === 'ru' ? YEAR : ''}`;
}

/** Day and time of the office, wherever the editor sits: `3 may 2026, 09:00`. */
export function formatBaku(time: Moment, language: Spoken): string {
  const clock = inBaku(time)?.toISOString().slice(11, 16);
  return clock ? `${formatDate(time, language)}, ${clock}` : '';
}

/** Whose UTC is what clocks in Baku show; a zone of the browser's own has hours that are not there, or twice. */
function inBaku(time: Moment): Date | null {
  const date = new Date(new Date(time).getTime() + BAKU);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The same with the time in front: `09:00, 3 may 2026`, and only the time of what is today in Baku. */
export function formatBakuClock(time: string, language: Spoken, now = Date.now()): string {
  const [day = '', clock = ''] = formatBaku(time, language).split(/, (?=\d\d:\d\d$)/);
  return formatBaku(now, language).startsWith(`${day}, `) ? clock : `${clock}, ${day}`;
}

/** What a field for day and time holds, in Baku's time. */
export function toBakuField(time: number): string {
  return new Date(time + BAKU).toISOString().slice(0, 16);
}

/** The moment that such a field means; `null` for none. */
export function fromBakuField(value: string): string | null {
  if (value === '') return null;
  const time = Date.parse(`${value.slice(0, 16)}:00Z`) - BAKU;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

/** Hours and minutes of the reader's own clock, of what has just happened; 24 hours. */
export function formatTime(time: Moment): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
