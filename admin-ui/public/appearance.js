// Before anything is painted: light or dark, if that was chosen in this browser (`src/ui/appearance.ts`).
document.documentElement.dataset.appearance = localStorage.getItem('appearance') ?? 'system';
