export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="6" width="26" height="23" rx="4" fill="#fff" stroke="#1f5f8b" stroke-width="2"/>
<path d="M3 13h26V10a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4z" fill="#1f5f8b"/>
<path d="M10 3v6M22 3v6" stroke="#1f5f8b" stroke-width="3" stroke-linecap="round"/>
<circle cx="16" cy="21" r="4" fill="#e4572e"/>
</svg>
`;
