// Before anything is painted: light or dark, if that was chosen in this browser (`src/ui/appearance.ts`).
try {
  document.documentElement.dataset.appearance = localStorage.getItem('appearance') ?? 'system';
} catch {
  // Storage is shut: as the system says.
}
