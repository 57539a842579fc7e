import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Spoken } from '../i18n/detect';
import { speak } from '../test/texts';
import { TimeChoice, useTimeChoice } from './time-choice';

function Choice() {
  return <TimeChoice name="t" time={useTimeChoice(true)} onlyLater />;
}
const time = () => document.querySelector('input[name=t_at]') as HTMLInputElement;

beforeEach(() => speak());

it.each<[Spoken, string]>([
  ['az', 'Tarix və saatı seçin'],
  ['en', 'Choose date and time'],
  ['ru', 'Выберите дату и время'],
])('a time that was cleared is asked for, and is not called past: %s', (language, words) => {
  speak(language);
  render(<Choice />);
  fireEvent.change(time(), { target: { value: '' } });
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(time()).toHaveAccessibleDescription(screen.getByRole('alert').textContent);
  expect(time()).toBeInvalid();
});

it('a time that is past is called so, and one ahead says nothing', () => {
  render(<Choice />);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  fireEvent.change(time(), { target: { value: '2020-01-02T09:30' } });
  expect(screen.getByRole('alert')).toHaveTextContent('This time is past.');
  fireEvent.change(time(), { target: { value: '' } });
  fireEvent.change(time(), { target: { value: '2999-01-02T09:30' } });
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

it('what was to be done later, and could be done at once by now, keeps its time', () => {
  const Open = ({ onlyLater }: { onlyLater: boolean }) => <TimeChoice name="t" time={useTimeChoice(onlyLater)} onlyLater={onlyLater} />;
  const { rerender } = render(<Open onlyLater />);
  rerender(<Open onlyLater={false} />);
  expect(screen.getByRole('radio', { name: 'At a time' })).toBeChecked();
  fireEvent.click(screen.getByRole('radio', { name: 'Now' }));
  rerender(<Open onlyLater />);
  fireEvent.change(time(), { target: { value: '2999-01-02T09:30' } });
  rerender(<Open onlyLater={false} />);
  expect(time()).toHaveValue('2999-01-02T09:30');
});

it('what can be done only later by now is asked for with its time', () => {
  const Open = ({ onlyLater }: { onlyLater: boolean }) => <TimeChoice name="t" time={useTimeChoice(onlyLater)} onlyLater={onlyLater} />;
  const { rerender } = render(<Open onlyLater={false} />);
  expect(time()).toBeNull();
  rerender(<Open onlyLater />);
  expect(screen.getByRole('radio', { name: 'At a time' })).toBeChecked();
  expect(time()).toBeVisible();
});
