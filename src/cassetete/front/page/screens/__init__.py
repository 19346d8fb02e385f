"""The screens of the page, as data: what the page shows of each, and what its buttons and keys do."""
