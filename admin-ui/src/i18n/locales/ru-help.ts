import type { help as azHelp } from './az-help';

/** The keys and the guide. */
export const help: typeof azHelp = {
  keys: 'Клавиатура',
  guide: 'Руководство редактора',
  shut: 'Закрыть справку',
  everywhere: 'Везде',
  inForm: 'В форме',
  inText: 'В тексте',
  open: 'Справка',
  close: 'Закрыть окно',
  save: 'Сохранить',
  next: 'Следующее поле',
  tabs: 'Другой язык (на вкладках)',
  nest: 'Глубже в списке и обратно',
  leave: 'Выйти из текста',
  move: 'По инструментам и меню',
  single: 'Клавиша ? открывает справку там, где ничего не набирают',
};
