import type { Language } from '../api/types';

/** Month names as they stand in a date; browsers format Azerbaijani wrongly, so nothing is left to `Intl`. */
const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  az: ['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun', 'iyul', 'avqust', 'sentyabr', 'oktyabr', 'noyabr', 'dekabr'],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ru: ['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
};

/** `5 mart 2025`, `March 5, 2025`, `5 марта 2025 г.` in the reader's time zone. */
export function formatDate(time: string | number | Date, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const month = MONTHS[language][date.getMonth()] ?? '';
  const [day, year] = [date.getDate(), date.getFullYear()];
  if (language === 'en') return `${month} ${day}, ${year}`;
  return `${day} ${month} ${year}${language === 'ru' ? ' г.' : ''}`;
}

/** Hours and minutes, 24-hour clock. */
export function formatTime(time: string | number | Date): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
