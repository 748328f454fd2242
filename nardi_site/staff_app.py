"""Django's admin as an app of this site."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Django's admin behind the site's own door."""

    default_site = "nardi_site.staff.StaffSite"
