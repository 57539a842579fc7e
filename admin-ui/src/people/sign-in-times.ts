import type { OwnSession } from '../api/types';
import { formatBaku } from '../i18n/dates';
import type { Spoken } from '../i18n/detect';
import { browserName } from './browser-name';

/** When each sign-in began: to the minute, or as exactly as it takes to tell it from the others of the same browser. */
export function signInTimes(sessions: readonly OwnSession[], language: Spoken): string[] {
  const minutes = sessions.map(({ created_at: at }) => formatBaku(at, language));
  const seconds = sessions.map(({ created_at: at }, index) => `${minutes[index]}:${at.slice(17, 19)}`);
  const alike = (times: readonly string[], index: number) =>
    sessions.flatMap(({ agent }, other) =>
      times[other] === times[index] && browserName(agent) === browserName(sessions[index]?.agent ?? '') ? [other] : [],
    );
  return sessions.map((_, index) => {
    if (alike(minutes, index).length === 1) return minutes[index] ?? '';
    const same = alike(seconds, index);
    return `${seconds[index]}${same.length === 1 ? '' : ` (${same.indexOf(index) + 1})`}`;
  });
}
