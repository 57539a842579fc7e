import type { CSSProperties } from 'react';
import { useScrollProgress } from '../shared/scroll';

/** The thin line that shows how much of the page lies above; apart, so that scrolling renders only this. */
export function ScrollProgress() {
  const percent = useScrollProgress();
  // No style in the server markup: the policy of the page forbids the attribute (set through the DOM it is fine).
  const style = percent > 0 ? ({ '--progress': percent / 100 } as CSSProperties) : undefined;
  return <div className="header__progress" data-progress={percent} style={style} aria-hidden="true" />;
}
