"""The generated pages of the site, one module per kind of page or per part of one."""
