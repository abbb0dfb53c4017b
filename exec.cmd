@rem cmd.exe has no exec, with which npm start begins so that signals reach the service.
@%*
